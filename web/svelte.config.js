import { readdirSync } from "node:fs";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** Styles of a component are told apart by its number: the name stands in every rule and on every element. */
const components = readdirSync(new URL("src", import.meta.url), { recursive: true })
  .filter((file) => file.endsWith(".svelte"))
  .map((file) => file.replaceAll("\\", "/"))
  .sort();
const cssHash = ({ filename, hash, css }) => {
  const number = components.findIndex((file) => `/${filename.replaceAll("\\", "/")}`.endsWith(`/src/${file}`));
  return number < 0 ? `s-${hash(css)}` : `s${number.toString(36)}`;
};

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, discloseVersion: false, cssHash } };
