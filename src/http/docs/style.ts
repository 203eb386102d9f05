import { DRESS } from '../dress.ts';

export const STYLE = `${DRESS}.columns { max-width: 1520px; }
header { padding-inline: max(24px, calc((100% - 1520px) / 2 + 24px)); }
pre { font: var(--size-small) / 1.5 var(--fixed); }
.version { color: var(--muted); font-weight: 400; }
section h2 { margin-top: 48px; }
.group { font-size: var(--size-title); }
h4 { margin: 24px 0 4px; font-size: var(--size-small); font-weight: var(--medium); color: var(--muted); }
.meta { color: var(--muted); font-size: var(--size-small); }
.operation { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 40px; padding: 24px 0 40px; border-top: 1px solid var(--line); }
.operation h3 { margin: 0 0 4px; font-size: var(--size-lead); }
.operation h3 a { color: inherit; text-decoration: none; }
.operation h3 a:hover { text-decoration: underline; }
.route { display: flex; gap: 8px; align-items: baseline; margin-bottom: 12px; }
.route code { background: none; padding: 0; overflow-wrap: anywhere; }
.method { flex: none; font: var(--medium) var(--size-small) / 1.5 var(--fixed); color: var(--accent); }
.sample pre, .answer pre, .try pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.titled { display: flex; gap: 8px; align-items: end; justify-content: space-between; min-height: 36px; margin: 16px 0 8px; }
.titled h4 { margin: 0; }
.languages { display: flex; flex-wrap: wrap; gap: 4px; margin: 16px 0 0; }
.languages label { position: relative; padding: 4px 10px; border: 1px solid transparent; border-radius: var(--radius); font-size: var(--size-small); color: var(--muted); cursor: pointer; }
.languages label:hover { color: var(--text); }
.languages label:has(:checked) { color: var(--text); font-weight: var(--medium); border-color: var(--border); background: var(--raised); }
.languages label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.languages input { position: absolute; inset: 0; flex: none; min-height: 0; margin: 0; opacity: 0; cursor: pointer; }
@supports selector(:has(*)) {
  .in-language { display: none; }
  .sample:has([value="curl"]:checked) [data-language="curl"], .sample:has([value="typescript"]:checked) [data-language="typescript"], .sample:has([value="python"]:checked) [data-language="python"], .sample:has([value="php"]:checked) [data-language="php"] { display: block; }
}
:target > .name, :target > details > summary > .name, tr:target code { background: var(--panel); box-shadow: 0 0 0 3px var(--panel); }
#places h2 { margin-top: 12px; }
#places a { display: block; padding: 4px 0; }
#places code { padding: 0; background: none; font-weight: var(--medium); overflow-wrap: anywhere; }
#places small { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; color: var(--muted); font-size: var(--size-small); }
.copy { min-height: 28px; padding: 2px 10px; font-size: var(--size-small); background: none; }
.tree { list-style: none; margin: 0 0 8px; padding: 0 0 0 18px; }
.tree .tree { margin: 4px 0 0 2px; padding-left: 20px; border-left: 1px solid var(--line); }
.tree:not(:has(> li > details)) { padding-left: 0; }
.tree .tree:not(:has(> li > details)) { padding-left: 16px; }
.tree > li { position: relative; margin: 0; padding: 6px 0; max-width: none; }
.tree p { margin: 2px 0 0; color: var(--muted); font-size: var(--size-small); }
.name { padding: 0; background: none; color: var(--text); font-weight: var(--strong); }
.type, .bounds { margin-left: 6px; color: var(--muted); font-size: var(--size-small); }
.bounds { margin-left: 4px; }
.bounds::before { content: "· "; }
.need { margin-left: 6px; color: var(--accent); font-size: var(--size-small); }
summary { cursor: pointer; }
.tree summary { list-style: none; }
.tree summary::-webkit-details-marker { display: none; }
.tree summary::before { content: "▸"; position: absolute; left: -16px; color: var(--muted); }
.tree details[open] > summary::before { content: "▾"; }
.answer { border-top: 1px solid var(--line); }
.answer summary { padding: 8px 0; }
.answer summary strong { display: inline-block; min-width: 40px; font-variant-numeric: tabular-nums; }
.answer[open] { padding-bottom: 12px; }
.next { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; padding: 0; }
.next li { margin: 0; }
.try { margin: 8px 0 0; padding: 0 16px; border: 1px solid var(--border); border-radius: var(--radius); }
.try summary { margin: 0 -16px; padding: 8px 16px; font-weight: var(--medium); color: var(--accent); }
.try[open] { padding-bottom: 16px; }
.try label { display: block; margin: 0 0 12px; font-size: var(--size-small); font-weight: var(--medium); }
.try .meta { margin: -8px 0 12px; }
.try input, .try textarea { display: block; width: 100%; margin-top: 4px; }
textarea { padding: 8px 10px; font: var(--size-small) / 1.5 var(--fixed); color: inherit; background: var(--raised); border: 1px solid var(--border); border-radius: var(--radius); resize: vertical; }
.note { padding: 8px 12px; background: var(--panel); border-radius: var(--radius); font-size: var(--size-small); }
.send { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; margin: 0; }
button.main { color: var(--back); background: var(--accent); border-color: var(--accent); font-weight: var(--medium); }
button:disabled { opacity: 0.6; cursor: default; }
.try pre { max-height: 26rem; margin-top: 12px; overflow: auto; }
.find { display: block; margin-bottom: 4px; font-size: var(--size-small); color: var(--muted); }
.find input { display: block; width: 100%; margin-top: 4px; color: var(--text); }
#found { min-height: 20px; margin: 0 0 8px; color: var(--muted); font-size: var(--size-small); }
#contents ul { margin-bottom: 20px; }
#contents .method { color: var(--muted); }
#contents .calls a { display: grid; grid-template-columns: 40px minmax(0, 1fr); }
#contents li a { color: inherit; text-decoration: none; }
#contents li a:hover { text-decoration: underline; }
[hidden] { display: none; }
@media (width < 720px) {
  main { padding: 16px; }
  .copy, .find input { min-height: 44px; }
  .languages label { padding: 11px 12px; }
  .answer summary, .try summary, .tree summary { min-height: 44px; align-content: center; }
  .next a { display: inline-block; padding: 10px 0; }
  textarea { font-size: 16px; }
  #errors thead { display: none; }
  #errors :is(table, tbody, tr, th, td) { display: block; }
  #errors :is(th, td) { padding: 4px 0; border: 0; }
  #errors tr { padding: 4px 0; border-bottom: 1px solid var(--line); }
  #errors td a { display: inline-block; padding: 8px 0; }
}
@media (min-width: 860px) {
  #contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
  main { padding: 24px 40px; }
}
@media (min-width: 1180px) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 28rem); }
  .sample .titled:first-child { margin-top: 0; }
}
@media print {
  .sample .copy, .try { display: none; }
}
`;
