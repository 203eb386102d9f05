/**
 * The common style of the manual and the reference: tokens, header, columns and text. test/unit/manual.test.ts compares
 * the tokens with those of the dashboard's tokens.css.
 */
export const DRESS = `@font-face { font-family: Inter; src: url("/app/fonts/inter-4.1.woff2") format("woff2"); font-weight: 400 700; font-display: swap; }
:root {
  color-scheme: light dark;
  --family: Inter, "Inter Stand-in", system-ui, sans-serif;
  --fixed: ui-monospace, "SF Mono", Consolas, monospace;
  --size-small: 13px;
  --size: 15px;
  --size-lead: 17px;
  --size-title: 22px;
  --medium: 550;
  --strong: 700;
  --radius: 8px;
  --text: light-dark(#231f1b, #ece8e2);
  --muted: light-dark(#67605a, #a9a197);
  --back: light-dark(#fdfcfa, #171513);
  --panel: light-dark(#f6f3ee, #1f1c19);
  --raised: light-dark(#ffffff, #26221f);
  --line: light-dark(#e6e1d9, #38332e);
  --border: light-dark(#8c847a, #857c72);
  --accent: light-dark(#1f5c4d, #86c9b4);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--back); color: var(--text); font: var(--size) / 1.6 var(--family); -webkit-text-size-adjust: 100%; }
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentcolor 45%, transparent); text-underline-offset: 0.2em; }
a:hover { text-decoration-color: currentcolor; }
strong { font-weight: var(--medium); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; padding: 8px 12px; background: var(--back); border: 1px solid var(--border); border-radius: var(--radius); }
header { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; padding: 10px max(24px, calc((100% - 1180px) / 2 + 24px)); background: var(--panel); border-bottom: 1px solid var(--line); }
.home { display: flex; gap: 8px; align-items: center; font-weight: var(--strong); text-decoration: none; color: inherit; }
header form { display: flex; gap: 8px; flex: 1 1 240px; min-width: 0; max-width: 420px; }
input { flex: 1; min-width: 0; min-height: 36px; padding: 6px 10px; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--border); border-radius: var(--radius); }
button { min-height: 36px; padding: 6px 14px; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--border); border-radius: var(--radius); cursor: pointer; }
button:hover { border-color: var(--accent); }
.ways { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 0 auto; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 1180px; margin: 0 auto; }
main { padding: 24px; min-width: 0; }
h1, h2, h3 { font-weight: var(--strong); text-wrap: balance; }
h1 { font-size: var(--size-title); line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: var(--size-lead); line-height: 1.35; margin: 32px 0 8px; }
h3 { font-size: var(--size); margin: 24px 0 8px; }
main > h2 > a, main > h3 > a, main > h4 > a { color: inherit; text-decoration: none; }
p, ul, ol { margin: 0 0 12px; }
li { margin: 2px 0; }
main p, main li { overflow-wrap: anywhere; max-width: 72ch; }
code { font: var(--size-small) / 1.5 var(--fixed); background: var(--panel); border-radius: 4px; padding: 1px 4px; }
/*
 * A shadow at the left or right edge shows that text is hidden there. At the end of the text, a patch in the color of
 * the background covers the shadow. The patch scrolls with the text, the shadow does not.
 */
pre, .scroll { --under: var(--back); overflow-x: auto; background: linear-gradient(to right, var(--under) 40%, transparent) left / 48px 100% local, linear-gradient(to left, var(--under) 40%, transparent) right / 48px 100% local, linear-gradient(to right, var(--line), transparent) left / 16px 100% scroll, linear-gradient(to left, var(--line), transparent) right / 16px 100% scroll, var(--under); background-repeat: no-repeat; }
pre { --under: var(--panel); padding: 12px 16px; border: 1px solid var(--line); border-radius: var(--radius); }
pre code { padding: 0; background: none; }
code span { white-space: nowrap; }
wbr { display: none; }
.scroll { margin-bottom: 12px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--muted); font-size: var(--size-small); font-weight: var(--medium); }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
nav ul { list-style: none; padding: 0; }
#contents { padding: 24px; border-top: 1px solid var(--line); }
#contents h2 { margin: 0 0 4px; font-size: var(--size-small); color: var(--muted); }
#contents li { margin: 0; padding: 4px 0; }
@media (width < 720px) {
  /* A phone zooms the page if the focused field has text below 16 px. */
  input, textarea { font-size: var(--size-lead); }
  input, button { min-height: 44px; }
  .home { min-height: 44px; }
  td code span { white-space: normal; }
  wbr { display: inline; }
  .ways { flex-basis: 100%; gap: 0 16px; }
  .ways a, #contents a { display: inline-block; padding: 10px 0; }
  #contents li { padding: 0; }
}
@media (min-width: 860px) {
  .columns:has(#contents) { grid-template-columns: 240px minmax(0, 1fr); }
  #contents { order: -1; border: 0; border-right: 1px solid var(--line); }
  .to-contents { display: none; }
}
@media print {
  :root { color-scheme: light; }
  header, #contents, .skip { display: none; }
  .columns { display: block; max-width: none; }
  main { padding: 0; max-width: none; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
  .scroll { overflow: visible; }
  h2, h3 { break-after: avoid; }
}
`;
