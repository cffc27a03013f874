import { mount } from "svelte";
import App from "./App.svelte";
import { wakeOnFirstTouch } from "./sound/sound.svelte";
import { look, wear } from "./theme.svelte";
import "./app.css";

wear(look.theme);
wakeOnFirstTouch();
const target = document.getElementById("app");
if (target) mount(App, { target });
