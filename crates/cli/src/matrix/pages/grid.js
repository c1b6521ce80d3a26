// Filters the rows of the grid. The filters are part of the address, so that a view can be linked.
"use strict";

const filters = document.getElementById("filters");
const rows = [...document.querySelectorAll("#grid tbody tr")];

function chosen() {
  return [...new FormData(filters)].filter(([, value]) => value !== "");
}

function suits(row, [key, value]) {
  if (key === "name") return row.cells[0].textContent.toLowerCase().includes(value.toLowerCase());
  return row.dataset[key].split("|").includes(value);
}

function filter() {
  const wanted = chosen();
  for (const row of rows) row.hidden = !wanted.every((each) => suits(row, each));
  const shown = rows.filter((row) => !row.hidden).length;
  document.getElementById("shown").textContent = `${shown} of ${rows.length} shown`;
}

function remember() {
  filter();
  const query = new URLSearchParams(chosen()).toString();
  history.replaceState(null, "", query ? `#${query}` : location.pathname);
}

function recall() {
  if (!location.hash.includes("=")) return filter();
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    const field = filters.elements.namedItem(key);
    if (field) field.value = value;
  }
  filter();
}

filters.hidden = false;
filters.addEventListener("input", remember);
filters.addEventListener("submit", (event) => event.preventDefault());
// The fields are empty after the event.
filters.addEventListener("reset", () => setTimeout(remember));
window.addEventListener("hashchange", recall);
recall();
