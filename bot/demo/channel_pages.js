// Links to the demo's other pages, links of Discord's that lead there, and menus of languages.
"use strict";

const capability = window.location.hash.slice(1);
const bar = document.createElement("nav");
bar.id = "channel-pages";
bar.setAttribute("aria-label", "Channels");
const style = new CSSStyleSheet();
style.replaceSync(`
  #channel-pages { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 6px 12px; background: #1e1f22; }
  #channel-pages a { color: #b5bac1; text-decoration: none; white-space: nowrap; }
  #channel-pages label { color: #b5bac1; white-space: nowrap; }
  #channel-pages label:first-of-type { margin-left: auto; }
  #channel-pages select { color: #dbdee1; background: #2b2d31; border: 1px solid #4e5058; border-radius: 4px; }
  span.mention { cursor: pointer; }
  #channel-pages a[aria-current], #channel-pages a:hover { color: #fff; text-decoration: underline; }`);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

const picker = () => document.getElementById("viewer-picker");

const ask = (address) => fetch(address, { headers: { "X-Simcord-Capability": capability } });

async function pages() {
  const answer = await ask("/channel_pages.json");
  if (answer.ok) ({ pages: known, languages } = await answer.json());
  return known;
}

// Who looks at this page goes on to look at the next.
function addressOf(page) {
  const address = new URL(page.url);
  if (picker().value) address.search = `?as=${picker().value}`;
  return address.href;
}

let known = [];
let languages = { names: {}, chosen: {} };

// A menu of the languages, for a person or for the server.
function languageMenu(name, whom) {
  const label = document.createElement("label");
  const menu = document.createElement("select");
  label.append(`${name}: `, menu);
  menu.append(...Object.entries(languages.names).map(([code, text]) => new Option(text, code)));
  menu.value = languages.chosen[whom] ?? "en-US";
  menu.addEventListener("change", async () => {
    await ask(`/language?whom=${whom}&language=${menu.value}`);
    void refresh();
  });
  return label;
}

// What the viewer of this moment may open, each link as that viewer.
function draw() {
  const viewer = picker().value;
  const shown = JSON.stringify([viewer, known, languages]);
  if (shown === bar.dataset.shown) return;  // an open menu stays open
  bar.dataset.shown = shown;
  bar.replaceChildren(...known.filter((page) => !page.only || page.only === viewer).map((page) => {
    const link = document.createElement("a");
    link.textContent = page.name;
    link.href = addressOf(page);
    if (new URL(page.url).origin === window.location.origin) {
      link.setAttribute("aria-current", "page");
    }
    return link;
  }), languageMenu("Your language", viewer), languageMenu("Server", "server"));
}

async function refresh() {
  await pages();
  draw();
}

function becomeWhoCameHere() {
  const wanted = new URLSearchParams(window.location.search).get("as");
  const found = [...picker().options].some((option) => option.value === wanted);
  if (found && picker().value !== wanted) {
    picker().value = wanted;
    picker().dispatchEvent(new Event("change"));
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.('a[href^="https://discord.com/channels/"]');
  const mention = event.target.closest?.("span.mention");
  const named = mention?.textContent.startsWith("#") && `# ${mention.textContent.slice(1)}`;
  if (!link && !named) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const channel = link && new URL(link.href).pathname.split("/")[3];
  const page = (await pages()).findLast(
    (each) => (link ? each.channel === channel : each.name === named));
  if (page) window.location.assign(addressOf(page));
}, true);

document.getElementById("toolbar").after(bar);
new MutationObserver((_, observer) => {
  if (!picker().options.length) return;
  observer.disconnect();
  becomeWhoCameHere();
  void refresh();
}).observe(picker(), { childList: true });
picker().addEventListener("change", draw);
setInterval(refresh, 1000);
