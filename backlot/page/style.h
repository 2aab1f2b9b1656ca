// The style sheet of a page. It has no ">" in it, so that the page is well-formed XML as well.
#pragma once

namespace backlot::page {

inline constexpr const char* kPageStyle = R"(
:root { --paper: #f6f6f3; --card: #ffffff; --ink: #20252b; --quiet: #646b73; --grid: #e2e4e0; --line: #d4d7d2;
  --bar: #0063b2; --outside: #d55e00; --band: #d9eee3; --accent: #0063b2; --code: #eff0ec; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181c; --card: #1e2228; --ink: #e8eaec; --quiet: #9aa3ad; --grid: #31373f; --line: #363d46;
    --bar: #5fb0f0; --outside: #f08a3c; --band: #1f3b31; --accent: #7cc0f5; --code: #2a3038; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "DejaVu Sans", Verdana, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 27px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 0 0 12px; }
h3 { font-size: 14px; margin: 0 0 6px; font-weight: 600; }
p { margin: 0 0 8px; }
.quiet { color: var(--quiet); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin-top: 18px; }
.head { display: flex; flex-wrap: wrap; gap: 12px 44px; align-items: center; }
.rate { font-size: 46px; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 13px; }
th, td { padding: 6px 26px 6px 0; border-bottom: 1px solid var(--grid); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
.number { text-align: right; white-space: nowrap; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(330px, 100%), 1fr)); gap: 22px; }
.story { margin-bottom: 8px; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(430px, 100%), 1fr)); gap: 16px; }
figure { margin: 0; }
figcaption { color: var(--quiet); font-size: 13px; margin-top: 4px; }
.picture { border-radius: 8px; overflow: hidden; border: 1px solid var(--line); background: #ffffff; line-height: 0; }
.fit { display: block; width: 100%; height: auto; }
.small { display: block; }
.track { background: var(--grid); border-radius: 4px; height: 10px; margin-top: 7px; min-width: 120px; }
.fill { background: var(--outside); border-radius: 4px; height: 10px; }
code { background: var(--code); border-radius: 4px; padding: 1px 6px; white-space: nowrap; font: 13px ui-monospace, "DejaVu Sans Mono", monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 18px; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
details { margin-top: 4px; }
summary { cursor: pointer; color: var(--accent); font-size: 13px; }
.seeds { font-size: 13px; color: var(--quiet); word-spacing: 4px; }
.good { color: var(--accent); font-weight: 600; }
footer { margin-top: 24px; color: var(--quiet); font-size: 13px; }
@media print { body { background: #ffffff; } .card { break-inside: avoid; } }
)";

}  // namespace backlot::page
