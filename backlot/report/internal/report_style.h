// What the style sheet of a report has besides that of all pages, and the script of the table of runs. No character of them means something in XML.
#pragma once

namespace backlot::report::internal {

inline constexpr const char* kReportStyle = R"(
:root { --passed: #2c8566; --preventable: #c2371f; --unpreventable: #c98700; --unexamined: #b3563a; --evaded: #7d5fa8; --not_staged: #7d868f;
  --error: #8c1d4f; --hole: #fbe9dc; --soft-good: #e0f1ea; --soft-bad: #fae3dd; --soft-warn: #faefd8; --soft-mute: #eceeef; --soft-odd: #efe8f7;
  --s1: #0063b2; --s2: #b8500a; --s3: #2c8566; --s4: #7d5fa8; --s5: #a8326b; --s6: #6b6f00; }
@media (prefers-color-scheme: dark) {
  :root { --passed: #4fb892; --preventable: #f0755c; --unpreventable: #e2ab3d; --unexamined: #dd8a6c; --evaded: #b497dd; --not_staged: #98a1ab;
    --error: #e0709f; --hole: #40291a; --soft-good: #1b382e; --soft-bad: #472620; --soft-warn: #413519; --soft-mute: #2b3139; --soft-odd: #342b45;
    --s1: #6db5f2; --s2: #f09a58; --s3: #5cc49d; --s4: #b99ce3; --s5: #ea85b3; --s6: #c3c450; }
}
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 10px 0 0; }
.facts div { display: block; }
.facts dt { font-size: 12px; }
.facts dd { font-weight: 600; }
.verdict { border-left: 8px solid var(--not_staged); display: flex; flex-wrap: wrap; gap: 6px 32px; align-items: center; }
.verdict strong { font-size: 34px; line-height: 1.15; letter-spacing: 0.02em; }
.verdict p { margin: 0; }
.verdict.red { border-left-color: var(--preventable); }
.verdict.red strong { color: var(--preventable); }
.verdict.green { border-left-color: var(--passed); }
.verdict.green strong { color: var(--passed); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; margin-top: 14px; }
.tile { background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--not_staged); border-radius: 8px; padding: 10px 14px;
  color: var(--ink); display: block; }
.tile b { display: block; font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tile span { color: var(--quiet); font-size: 13px; }
.tile.zero b { color: var(--quiet); font-weight: 400; }
.mark { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 7px; background: var(--not_staged); }
.o-passed { border-top-color: var(--passed); } .mark.o-passed { background: var(--passed); }
.o-preventable { border-top-color: var(--preventable); } .mark.o-preventable { background: var(--preventable); }
.o-unpreventable { border-top-color: var(--unpreventable); } .mark.o-unpreventable { background: var(--unpreventable); }
.o-unexamined { border-top-color: var(--unexamined); } .mark.o-unexamined { background: var(--unexamined); }
.o-evaded { border-top-color: var(--evaded); } .mark.o-evaded { background: var(--evaded); }
.o-error { border-top-color: var(--error); } .mark.o-error { background: var(--error); }
.chip { display: inline-block; border-radius: 10px; padding: 0 9px; font-size: 12px; line-height: 20px; font-weight: 600; white-space: nowrap;
  background: var(--soft-mute); color: var(--ink); }
.chip.bad { background: var(--soft-bad); } .chip.good { background: var(--soft-good); color: var(--ink); } .chip.warn { background: var(--soft-warn); }
.wide { overflow-x: auto; }
.wide table { width: 100%; } .wide table.matrix { width: auto; }
th, td { padding-right: 20px; }
th:last-child, td:last-child { padding-right: 0; }
thead th { vertical-align: bottom; }
tbody th { font-weight: 400; color: var(--ink); font-size: 15px; }
td.command { padding-top: 0; }
tr.first td, tr.first th { border-bottom: 0; padding-bottom: 3px; }
.command code, code.line { display: block; white-space: pre-wrap; overflow-wrap: anywhere; padding: 5px 9px; }
.matrix td.good { color: var(--ink); }
.matrix td { text-align: center; padding: 5px 8px; border: 2px solid var(--card); border-radius: 6px; min-width: 110px; font-weight: 600; }
.matrix td small { display: block; font-weight: 400; font-size: 12px; color: var(--ink); }
.matrix thead th { text-align: center; padding: 5px 8px; border-bottom: 0; } .matrix thead th:first-child { text-align: left; padding-left: 0; }
.matrix tbody th { padding: 5px 18px 5px 0; border-bottom: 0; text-align: left; }
.matrix td.good { background: var(--soft-good); } .matrix td.bad { background: var(--soft-bad); } .matrix td.warn { background: var(--soft-warn); }
.matrix td.odd { background: var(--soft-odd); } .matrix td.mute { background: var(--soft-mute); } .matrix td.none { color: var(--quiet); font-weight: 400; }
.legend-row { display: flex; flex-wrap: wrap; gap: 2px 20px; font-size: 13px; color: var(--quiet); margin-top: 8px; }
.time text, svg text { font-family: inherit; }
.marklabel, .legend { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
.paneltitle { font-weight: 600; } .legend { font-size: 12px; }
.filter { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin-bottom: 12px; font-size: 14px; }
.filter input[type=search] { font: inherit; padding: 4px 9px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: var(--ink);
  min-width: 220px; }
th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
th[aria-sort=ascending] button::after { content: " \25b2"; } th[aria-sort=descending] button::after { content: " \25bc"; }
nav { margin-bottom: 14px; font-size: 14px; display: flex; gap: 20px; }
table + svg { margin-top: 14px; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 18px; }
.two .card { margin-top: 0; } .two { margin-top: 18px; }
pre { background: var(--code); border-radius: 6px; padding: 10px 12px; margin: 0; max-height: 320px; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; font: 12.5px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
td, th, dd, p { overflow-wrap: break-word; } dd, p, th[scope=row] { overflow-wrap: anywhere; min-width: 0; }
.nowrap { white-space: nowrap; }
@media print { nav, .filter { display: none; } .tile { border-color: #999999; } main { max-width: none; padding: 0; } .card { box-shadow: none; }
  a { color: inherit; } }
)";

// Sorts by a click on a head, and shows the rows of the chosen outcomes that hold the words of the search field.
inline constexpr const char* kTableScript = R"(
(function () {
  var table = document.getElementById('runs');
  if (!table) return;
  var body = table.tBodies[0], rows = Array.from(body.rows), search = document.getElementById('search');
  var boxes = Array.from(document.querySelectorAll('.filter input[type=checkbox]')), shown = document.getElementById('shown');
  function show() {
    var words = search.value.toLowerCase().split(' ').filter(Boolean), count = 0;
    var chosen = boxes.filter(function (b) { return b.checked; }).map(function (b) { return b.value; });
    rows.forEach(function (row) {
      var text = row.textContent.toLowerCase();
      var is = chosen.includes(row.dataset.o) ? words.every(function (w) { return text.includes(w); }) : false;
      row.hidden = !is;
      if (is) count += 1;
    });
    shown.textContent = count + ' of ' + rows.length + ' runs';
  }
  function key(row, column) {
    var text = row.cells[column].textContent.trim(), number = parseFloat(text);
    return isNaN(number) ? text : number;
  }
  Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
    head.querySelector('button').addEventListener('click', function () {
      var up = head.getAttribute('aria-sort') !== 'ascending';
      Array.from(head.parentNode.cells).forEach(function (h) { h.removeAttribute('aria-sort'); });
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      var keyed = rows.map(function (row, n) { return [key(row, column), n, row]; });
      keyed.sort(function (a, b) {
        var x = a[0], y = b[0], d = 0;
        if (typeof x === typeof y) d = x > y ? 1 : y > x ? -1 : 0;
        else d = typeof x === 'number' ? -1 : 1;
        return (up ? d : -d) || a[1] - b[1];
      });
      rows = keyed.map(function (k) { return k[2]; });
      rows.forEach(function (row) { body.appendChild(row); });
    });
  });
  var wanted = location.hash.slice(1);
  if (boxes.some(function (b) { return b.value === wanted; })) boxes.forEach(function (b) { b.checked = b.value === wanted; });
  search.addEventListener('input', show);
  boxes.forEach(function (b) { b.addEventListener('change', show); });
  show();
})();
)";

}  // namespace backlot::report::internal
