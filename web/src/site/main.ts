import { mount } from "svelte";
import { look, wear } from "../theme.svelte";
import Site from "./Site.svelte";
import "../app.css";
import "./site.css";

// Tables, set-ups and replays have their place behind a # at /table: an address of that kind is handed on.
if (/^#\/(match|setup|lists|replay|rules|open|table)\//.test(location.hash)) {
  location.replace(`/table${location.search}${location.hash}`);
} else {
  wear(look.theme);
  const target = document.getElementById("app");
  if (target) mount(Site, { target });
}
