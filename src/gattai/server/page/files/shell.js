// What the page shows around the client: how far the start is, what prevents it, and all matches as one file.
const place = document.getElementById("shell");

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const button = ({ label, run }) => element("button", { type: "button", textContent: label, onclick: run });
const bar = element("progress", { max: 1 });
const label = element("label", {}, element("span"), bar);

let [waiting, loading] = ["", ""];

function say() {
  if (!label.isConnected) place.replaceChildren(label);
  label.firstChild.textContent = `${waiting} ${loading}`.trim();
}

/** Say what is being loaded; `done` is between 0 and 1. */
export function showProgress(text, done) {
  loading = text;
  bar.value = done;
  say();
}

/** Say that something waits until all is loaded. */
export function showWaiting(text) {
  waiting = text;
  label.classList.add("waiting");
  say();
}

export function hideProgress() {
  label.remove();
}

/** Instead of the client: what is the matter, and what can be done about it. */
export function explain({ title, text, actions = [] }) {
  const app = document.getElementById("app");
  app.hidden = app.inert = true;
  const box = element("section", { role: "alert" }, element("h1", { textContent: title }), element("p", { textContent: text }));
  if (actions.length) box.append(element("p", {}, ...actions.map(button)));
  place.replaceChildren(box);
}

/** Below the home page: save all matches, or load them from such a file. Both return what to say about it. */
export function offerMatches({ save, load, isStored }) {
  const answer = element("p", { role: "status" });
  const attempt = async (work) => {
    try {
      answer.textContent = await work();
    } catch (problem) {
      answer.textContent = problem.message;
    }
  };
  const file = element("input", { type: "file", accept: ".zip", hidden: true });
  file.onchange = () => attempt(() => load(file.files[0])).then(() => (file.value = ""));
  const where = isStored
    ? "Matches are stored in this browser only. Save them to a file from time to time, or to move them to another device."
    : "Matches are lost when this tab is closed. Save them to a file.";
  document.body.append(
    element(
      "footer",
      { id: "all-matches", className: "below" },
      element("h2", { textContent: "All matches as one file" }),
      element("p", { textContent: where }),
      element("p", {}, button({ label: "Save all", run: () => attempt(save) }), button({ label: "Load from a file", run: () => file.click() }), file),
      answer,
    ),
  );
}

const countedMatches = (count) => (count === 1 ? "One match was" : `${count} matches were`) + " begun with it";

/**
 * Below the home page: the visitor's own packs, from files that are chosen or dropped. `change` opens or removes one, and
 * answers with what to say and with all packs. Returns what shows them again.
 */
export function offerPacks(change) {
  const answer = element("p", { role: "status", className: "said" });
  const list = element("ul");
  const show = ({ text, packs }) => {
    answer.textContent = text;
    list.replaceChildren(...packs.map(row));
  };
  const attempt = async (what) => {
    try {
      show(await change(what));
    } catch (problem) {
      answer.textContent = problem.message;
    }
  };
  const row = ({ key, game, title, version, cards, matches, problem }) => {
    const run = () => {
      if (!matches || confirm(`${countedMatches(matches)}. Until you open the pack again, they may not be shown. Remove it?`)) attempt({ remove: key });
    };
    const remove = button({ label: "Remove", run });
    remove.ariaLabel = `Remove ${title}`;
    return element("li", {}, `${title} ${version} (${game}): ${problem || cards.join(", ")} `, remove);
  };
  const open = async (files) => {
    for (const file of files) await attempt({ open: file.name, body: new Uint8Array(await file.arrayBuffer()) });
  };
  const file = element("input", { type: "file", accept: ".toml", multiple: true, hidden: true });
  file.onchange = () => open([...file.files]).then(() => (file.value = ""));
  const section = element(
    "section",
    { id: "packs", className: "below", ariaLabel: "Your own units" },
    element("h2", { textContent: "Your own units" }),
    element("p", { textContent: "Open a pack, a TOML file with units or cards of your own, or drop it here. You then choose them when you set up a game or build a list." }),
    list,
    element("p", {}, button({ label: "Open a pack", run: () => file.click() }), file),
    answer,
  );
  document.body.append(section);
  const isHome = () => section.checkVisibility();
  addEventListener("dragover", (event) => {
    if (isHome() && event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (!isHome() || !event.dataTransfer.files.length) return;
    event.preventDefault();
    open([...event.dataTransfer.files]);
    section.scrollIntoView();
  });
  attempt();
  return attempt;
}

export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
