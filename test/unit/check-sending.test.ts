import { expect, test } from 'bun:test';
import { checkSending } from '../../scripts/check-sending.ts';
import { tempTree } from '../support/temp-file.ts';

const CLIENT = 'src/dashboard/client';
const DATA =
  'export const addKey = (name: string) => ask(keys().post({ name }));\nexport const load = () => ask(keys().get());\n';

function problemsOf(files: Record<string, string>): string[] {
  const pages = Object.entries({ 'keys/data.ts': DATA, ...files });
  using root = tempTree(Object.fromEntries(pages.map(([path, text]) => [`${CLIENT}/${path}`, text])));
  return checkSending(root.path).map((line) => line.replace(`${CLIENT}/`, ''));
}

const page = (body: string, jsx: string): string => `import { useState } from 'preact/hooks';
import { addKey, load as look } from './data.ts';

export function Page() {
  const sending = useSending();
${body}
  return <p>${jsx}</p>;
}
`;

test('the check for unguarded changes accepts reads, and changes sent through Form, ActButton or begin', () => {
  const files = {
    'keys/guarded.tsx': page(
      "  const make = () => addKey('a').then(done);\n  const form = useForm((text) => addKey(text('name')));",
      '<Form of={form} /><ActButton sending={sending} act={make} /><b onClick={() => sending.begin(() => make())} />',
    ),
    'keys/reads.tsx': page('  const again = () => look().then(show);', '<button onClick={again} />'),
  };
  expect(problemsOf(files)).toEqual([]);
});

test.each([
  ['a button that posts', page('', '<button onClick={() => ask(keys().post({}))} />')],
  ['a button that calls what posts', page('', "<button onClick={() => void addKey('a').then(done)} />")],
  [
    'a button whose function calls a function that calls what posts',
    page(
      "  const make = async () => {\n    await addKey('a');\n  };\n  const press = () => void make();",
      '<b onClick={press} />',
    ),
  ],
  [
    'a button beside one that is guarded',
    page('  const make = () => addKey(name);', '<ActButton act={make} /><button onClick={make} />'),
  ],
  ['a key that does it', page('', '<b onKeyDown={() => addKey(name)} />')],
])('checkSending reports %s', (_, text) => {
  const problems = problemsOf({ 'keys/page.tsx': text });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('[sending] use ActButton');
  expect(problems[0]).toMatch(/^keys\/page\.tsx:\d+ /);
});

test('checkSending reports a button if its function sends a change through a wrapper in another file', () => {
  const given = "import { addKey as add } from './data.ts';\nexport const again = (name: string) => add(name);\n";
  const used =
    "import { again } from './more.ts';\nexport const Page = () => <button onClick={() => again(name)} />;\n";
  expect(problemsOf({ 'keys/more.ts': given, 'keys/page.tsx': used })).toHaveLength(1);
});

test('checkSending reports a button that sends a change through a function re-exported under another name', () => {
  const used = "import { make } from './more.ts';\nexport const Page = () => <button onClick={() => make(name)} />;\n";
  const handing = { 'keys/more.ts': "export { addKey as make } from './data.ts';\n", 'keys/page.tsx': used };
  expect(problemsOf(handing)).toHaveLength(1);
});
