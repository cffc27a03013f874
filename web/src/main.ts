import { mount } from "svelte";
import App from "./App.svelte";
import type { Film } from "./film";
import Projector from "./screens/Projector.svelte";
import { wakeOnFirstTouch } from "./sound/sound.svelte";
import { look, wear } from "./theme.svelte";
import "./app.css";

wear(look.theme);
wakeOnFirstTouch();
const target = document.getElementById("app");
const film = (window as { gattaiFilm?: Film }).gattaiFilm;
if (target && film) {
  target.replaceChildren();
  mount(Projector, { target, props: { film } });
} else if (target) mount(App, { target });
