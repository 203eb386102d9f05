import { expect, test } from 'bun:test';
import { checkStyles } from '../../scripts/check-styles.ts';
import { tempTree } from '../support/temp-file.ts';

const ELEMENTS = `<li class="chip card gifts gifts-card gifts-old gift-card giftsome orders-card stock wrap" />;
<li class={\`gifts-of-\${column} \${tone}-back\`} />;`;

function problemsOf(sheets: Record<string, string>): string[] {
  const files = { 'ui/look/pieces.css': '.chip { color: red; }', 'ui/parts.tsx': ELEMENTS, ...sheets };
  using root = tempTree(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/dashboard/client/${path}`, text])),
  );
  return checkStyles(root.path);
}

test('the check of styles accepts a selector with one of the folder’s own classes, even beside a shared class', () => {
  const sheet = `/* .other { */
.gifts-card .chip:not(.gifts-old) > li { margin: 0.5rem; }
@media (width < 720px) {
  .gifts, .gift-card { color: blue; }
}`;
  expect(problemsOf({ 'features/gifts/gifts.css': sheet })).toEqual([]);
});

test.each([
  ['a name of its own', '.card { color: red; }', '.card'],
  ['one behind its own', '.gifts .card { color: red; }', '.card'],
  ['one of another feature', '@media (width < 720px) {\n  .orders-card { color: red; }\n}', '.orders-card'],
  ['one that only begins alike', '.giftsome { color: red; }', '.giftsome'],
])('the check of styles reports a feature’s style for a class that is not its own: %s', (_, sheet, name) => {
  const problems = problemsOf({ 'features/gifts/gifts.css': sheet });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`features/gifts/gifts.css styles ${name};`);
});

test('the check reports a class that no element has, in a feature’s style sheet and in a shared one', () => {
  const sheet = '.gifts-of-price, .gifts-gone { color: red; }';
  expect(
    problemsOf({ 'features/gifts/gifts.css': sheet, 'ui/look/tones.css': '.bad-back, .gone { color: red; }' }),
  ).toEqual([
    '[styles] src/dashboard/client/features/gifts/gifts.css styles .gifts-gone, which no element has; take it out',
    '[styles] src/dashboard/client/ui/look/tones.css styles .gone, which no element has; take it out',
  ]);
});

test.each([
  ['.chip { color: red; }', '.chip'],
  ['.gifts, .chip:is(.gifts, p) + .chip, h2 > .chip { color: red; }', 'h2 > .chip'],
  ['@media print {\n  pre { color: red; }\n}', 'pre'],
])('the check reports a feature’s style that affects every page: %s', (sheet, selector) => {
  expect(problemsOf({ 'features/gifts/gifts.css': `${sheet}\n@keyframes gifts { from { top: 0; } }` })).toEqual([
    `[styles] src/dashboard/client/features/gifts/gifts.css styles ${selector} on every page; name a class of its own, or style it in ui`,
  ]);
});

test('the check reports a style sheet that is longer than a file may be', () => {
  const lines = (count: number): string => `.gifts {\n${'  color: red;\n'.repeat(count - 2)}}\n`;
  expect(problemsOf({ 'features/gifts/gifts.css': lines(400) })).toEqual([]);
  expect(problemsOf({ 'features/gifts/gifts.css': lines(401) })).toEqual([
    '[styles] src/dashboard/client/features/gifts/gifts.css has 401 lines, at most 400; give each component a sheet beside it',
  ]);
});
