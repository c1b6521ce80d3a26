// Steps through the games of the findings. Without it the page shows each game before its disputed turn.
"use strict";

const findings = [...document.querySelectorAll(".finding")];

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

// The game of a finding: its circles in the order of the points, the board of the beginning, the turns, and the words for the last.
const games = new Map();
function game(finding) {
  if (!games.has(finding)) {
    const points = finding.querySelector(".play .points");
    const { beginning, turns } = points.dataset;
    const disputed = finding.querySelector(".now").textContent;
    games.set(finding, { circles: [...points.children], beginning, turns: turns ? turns.split(";") : [], disputed });
  }
  return games.get(finding);
}

// A turn as the page has it: "B C3", "W D4 x C3 C4" with the stones removed, "B C3 ! why" if it is forbidden.
function read(turn) {
  const [played, why] = turn.split(" ! ");
  const [name, removed] = played.split(" x ");
  const [color, vertex] = name.split(" ");
  return { name, color, vertex, removed: removed ? removed.split(" ") : [], why };
}

function show(finding, turn, links) {
  const { circles, beginning, turns, disputed } = game(finding);
  const last = turns.length;
  const at = Math.min(Math.max(turn, 0), last);
  finding.dataset.turn = at;
  const columns = new Set(circles.map((circle) => circle.getAttribute("cx"))).size;
  const place = (vertex) => (Number(vertex.slice(1)) - 1) * columns + COLUMNS.indexOf(vertex[0]);
  const board = [...beginning].map((letter) => ({ x: "black", o: "white" })[letter] ?? "");
  const current = at > 0 ? read(turns[at - 1]) : undefined;
  // The turn in dispute is shown before it is played.
  const asks = at === last && finding.dataset.shown === "before";
  const shown = turns.slice(0, at).reduce((before, each) => {
    const { color, vertex, removed, why } = read(each);
    const after = before.map((stone) => (stone.endsWith("removed") ? "" : stone));
    if (why !== undefined) return after;
    if (vertex !== "pass") after[place(vertex)] = color === "B" ? "black" : "white";
    for (const other of removed) after[place(other)] += " removed";
    return after;
  }, board);
  const point = current && circles[place(current.vertex)];
  if (asks && point && current.why === undefined && !shown[place(current.vertex)].endsWith("removed")) {
    shown[place(current.vertex)] = "";
  }
  circles.forEach((circle, index) => circle.setAttribute("class", shown[index]));
  const forbidden = current?.why !== undefined;
  const marked = asks ? "question" : forbidden ? "cross" : "ring";
  for (const kind of ["ring", "cross", "question"]) {
    const mark = finding.querySelector(`.play .${kind}`);
    if (point && kind === marked) {
      mark.setAttribute("transform", `translate(${point.getAttribute("cx")} ${point.getAttribute("cy")})`);
      mark.removeAttribute("display");
    } else {
      mark.setAttribute("display", "none");
    }
  }
  let said = `Beginning of ${last} ${last === 1 ? "turn" : "turns"}`;
  if (at === last) {
    said = disputed;
  } else if (current) {
    const ruling = forbidden ? `forbidden: ${current.why}` : "allowed";
    said = `Turn ${at} of ${last}: ${current.name}, ${ruling}`;
  }
  finding.querySelector(".now").textContent = said;
  for (const other of finding.querySelectorAll(".turns [aria-current]")) other.removeAttribute("aria-current");
  const row = document.getElementById(`finding-${finding.dataset.number}-turn-${at}`);
  if (row) {
    row.firstElementChild.setAttribute("aria-current", "step");
    // The list scrolls, the page does not.
    const list = row.parentElement;
    list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
  const slider = finding.querySelector("[type=range]");
  slider.value = at;
  slider.setAttribute("aria-valuetext", said);
  for (const button of finding.querySelectorAll("[data-step]")) {
    const end = ["first", "back"].includes(button.dataset.step) ? 0 : last;
    // A button that is disabled would lose the focus.
    button.setAttribute("aria-disabled", at === end);
  }
  if (links) history.replaceState(null, "", `#finding-${finding.dataset.number}-turn-${at}`);
}

function step(finding, how) {
  if (finding.dataset.last === "0") return;
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
  if (link[2] !== undefined && finding.dataset.last !== "0") show(finding, Number(link[2]), false);
  finding.scrollIntoView();
  finding.focus({ preventScroll: true });
}

for (const finding of findings) {
  // A game without turns has no steps.
  if (finding.dataset.last === "0") continue;
  finding.querySelector(".controls").hidden = false;
  show(finding, Number(finding.dataset.last), false);
  for (const button of finding.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(finding, button.dataset.step));
  }
  const slider = finding.querySelector("[type=range]");
  // The address follows when the slider rests: browsers allow few changes of it in a second.
  slider.addEventListener("input", () => show(finding, Number(slider.value), false));
  slider.addEventListener("change", () => show(finding, Number(slider.value), true));
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
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest(".wide, [type=range]")) return;
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
