// The button that opens the browser's own print dialog, where there is a script to press it.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
