import { mount } from "svelte";
import App from "./App.svelte";
import { look, wear } from "./theme.svelte";
import "./app.css";

wear(look.theme);
const target = document.getElementById("app");
if (target) mount(App, { target });
