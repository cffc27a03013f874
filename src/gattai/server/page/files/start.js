// If the host has replaced the build that index.html names, begin again with the new one.
const TRIED = "gattai-tried";
const { files } = document.documentElement.dataset;
try {
  await import(`./${files}/page.js`);
} catch {
  if (sessionStorage.getItem(TRIED) === files) document.getElementById("shell").textContent = "Gattai could not be loaded. Check the connection and load the page again.";
  else {
    sessionStorage.setItem(TRIED, files);
    location.reload();
  }
}
