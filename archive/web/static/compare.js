// A file that is dropped on a box is its sheet: elsewhere on the page the browser would open it.

for (const box of document.querySelectorAll(".two-boxes .box")) {
  const files = box.querySelector('input[type="file"]');
  if (!files) continue;
  box.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    box.classList.add("dropping");
  });
  box.addEventListener("dragleave", () => box.classList.remove("dropping"));
  box.addEventListener("drop", (event) => {
    box.classList.remove("dropping");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    files.files = event.dataTransfer.files;
  });
}
