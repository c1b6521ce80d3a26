// Steps through the games of the findings. Without it the page shows each game at its disputed turn.
"use strict";

const findings = [...document.querySelectorAll(".finding")];

function show(finding, turn, links) {
  const last = Number(finding.dataset.last);
  const at = Math.min(Math.max(turn, 0), last);
  finding.dataset.turn = at;
  for (const part of finding.querySelectorAll("[data-from]")) {
    const there = Number(part.dataset.from) <= at && at <= Number(part.dataset.to);
    if (there) part.removeAttribute("display");
    else part.setAttribute("display", "none");
  }
  const row = finding.querySelectorAll(".turns li")[at - 1];
  for (const other of finding.querySelectorAll(".turns [aria-current]")) other.removeAttribute("aria-current");
  let said = `Beginning of ${last} ${last === 1 ? "turn" : "turns"}`;
  if (row) {
    row.firstElementChild.setAttribute("aria-current", "step");
    const [name, ruling] = [...row.children].map((part) => part.textContent);
    said = `Turn ${at} of ${last}: ${name}, ${ruling}`;
  }
  finding.querySelector(".now").textContent = said;
  for (const button of finding.querySelectorAll("[data-step]")) {
    const end = ["first", "back"].includes(button.dataset.step) ? 0 : last;
    // A button that is disabled would lose the focus.
    button.setAttribute("aria-disabled", at === end);
  }
  if (links) history.replaceState(null, "", `#finding-${finding.dataset.number}-turn-${at}`);
}

function step(finding, how) {
  const [at, last] = [Number(finding.dataset.turn), Number(finding.dataset.last)];
  show(finding, { first: 0, back: at - 1, on: at + 1, last }[how], true);
}

// The finding that the keys are for: that of the focus, or the one in the middle of the window.
function current() {
  const focused = document.activeElement.closest(".finding");
  if (focused) return focused;
  const middle = window.innerHeight / 2;
  return findings.find((finding) => {
    const { top, bottom } = finding.getBoundingClientRect();
    return top <= middle && middle <= bottom;
  });
}

function follow() {
  const link = /^#finding-(\d+)(?:-turn-(\d+))?$/.exec(location.hash);
  const finding = link && document.getElementById(`finding-${link[1]}`);
  if (!finding) return;
  if (link[2] !== undefined) show(finding, Number(link[2]), false);
  finding.scrollIntoView();
  finding.focus({ preventScroll: true });
}

for (const finding of findings) {
  finding.querySelector(".controls").hidden = false;
  show(finding, Number(finding.dataset.last), false);
  for (const button of finding.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(finding, button.dataset.step));
  }
  let from = null;
  const board = finding.querySelector(".play .board");
  board.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  board.addEventListener("touchend", (event) => {
    if (!from) return;
    const to = event.changedTouches[0];
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    if (Math.abs(x) > 30 && Math.abs(x) > 2 * Math.abs(y)) step(finding, x < 0 ? "on" : "back");
    from = null;
  });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest(".wide")) return;
  const how = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  const finding = how && current();
  if (!finding) return;
  event.preventDefault();
  step(finding, how);
});

const theme = document.getElementById("theme");
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : prefersDark.matches;
}
function label() {
  theme.textContent = dark() ? "Light" : "Dark";
  theme.setAttribute("aria-label", dark() ? "Use light colors" : "Use dark colors");
}
theme.hidden = false;
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = dark() ? "light" : "dark";
  label();
});
prefersDark.addEventListener("change", label);
label();
window.addEventListener("hashchange", follow);
// Before the page is loaded the browser would take the focus away again, for the address names a turn.
window.addEventListener("load", () => requestAnimationFrame(follow));
