// Copy what can be shared, as it is at this moment: stepping changes the address and not the page.

const section = document.getElementById("share");
const said = document.getElementById("share-said");

function refresh() {
  const link = document.getElementById("share-link");
  const here = new URL(location.href.replace(/(\?again=1)?(#.*)?$/, ""));
  if (here.searchParams.has("with")) here.searchParams.delete("with"); // others come to a table by its own address
  link.value = here.href;
  const { play, line } = link.labels[0].dataset;
  if (line) link.labels[0].textContent = here.searchParams.has("line") ? line : play;
  for (const picture of section.querySelectorAll("[data-picture]")) {
    const kind = picture.dataset.picture;
    const [, game, play] = location.pathname.match(/^\/g\/(\w+)\/(\d+)/);
    picture.href = `/g/${game}/${play}/table.${kind}${here.search}`;
    picture.download = `twenties-${game}-${play}.${kind}`;
  }
  const together = document.getElementById("share-together");
  if (together) together.href = location.pathname + "/together" + here.search;
  const frame = document.getElementById("share-frame");
  if (frame) frame.value = frame.value.replace(/src="[^"]*"/, () => `src="${link.value.replace("/g/", "/embed/g/").replaceAll("&", "&amp;")}"`);
}

async function copy(field) {
  refresh();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = said.dataset.copied;
  } catch {
    said.textContent = said.dataset.selected;
  }
}

for (const button of section.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(document.getElementById(button.dataset.copy)));
}
for (const field of section.querySelectorAll("input")) {
  field.addEventListener("focus", () => {
    refresh();
    field.select();
  });
}
for (const before of ["pointerenter", "focusin"]) section.addEventListener(before, refresh);
for (const moved of ["moved", "popstate"]) addEventListener(moved, refresh);
document.querySelector('a[href="#share"]')?.addEventListener("click", () => {
  said.textContent = "";
  refresh();
});
refresh();
