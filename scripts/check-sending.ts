/**
 * Ensures that every change from the dashboard's pages starts through `Form`, `ActButton` or `begin`. All three ignore
 * a second press while the first request is under way. Rules about single files are in `scripts/lint`.
 */

import { resolve } from 'node:path';
import { isWithin, lineAt, readSources, type Source, type Span, takenNames } from './source.ts';

const CLIENT = 'src/dashboard/client';
/**
 * The palette alone may send requests without a guard against a second press, because it closes before it acts. Its
 * actions are also harmless when repeated: language, appearance, signing out.
 */
const CLOSED_FIRST = `${CLIENT}/shell/palette/palette.tsx`;
const HANDLER = /^on(?:Click|DblClick|KeyDown|KeyUp|Submit|Press)$/;

interface Page extends Source {
  /** Code that cannot run twice at the same time, because `Form`, `ActButton` or `begin` calls it. */
  readonly guarded: readonly Span[];
  /**
   * Functions that send a change to the server outside `guarded`. If the user presses twice, such a function may send
   * the change twice.
   */
  readonly writers: Set<string>;
}

const pageOf = (source: Source): Page => ({
  ...source,
  guarded: [
    ...source.calls.filter(({ name }) => ['useForm', 'formOf', '.begin'].includes(name)),
    ...source.attributes.filter(({ name }) => name === 'act'),
  ],
  writers: new Set(),
});

function sends(page: Page, part: Span): boolean {
  const isFree = (one: Span): boolean => isWithin(one, part) && !page.guarded.some((guard) => isWithin(one, guard));
  return (
    page.calls.some((call) => call.name === '.post' && isFree(call)) ||
    page.uses.some((use) => page.writers.has(use.name) && isFree(use))
  );
}

/** Adds to `writers` the page's functions that change something on the server. @returns true if any was new */
function learn(page: Page, pages: ReadonlyMap<string, Page>): boolean {
  const before = page.writers.size;
  for (const { theirs, ours, target } of takenNames(page)) {
    if (pages.get(target)?.writers.has(theirs) === true) page.writers.add(ours);
  }
  for (const one of page.declared) {
    // Hooks and components are not added to `writers`. The functions inside them are checked on their own.
    const isJudged = /^[a-z]/.test(one.name) && !/^use[A-Z]/.test(one.name) && !page.writers.has(one.name);
    if (isJudged && sends(page, one)) page.writers.add(one.name);
  }
  return page.writers.size > before;
}

export function checkSending(root: string): string[] {
  const pages = new Map(readSources(root, [CLIENT]).map((source) => [source.path, pageOf(source)]));
  const all = [...pages.values()];
  for (let isNew = true; isNew; ) isNew = all.map((page) => learn(page, pages)).some(Boolean);
  return all
    .filter(({ path }) => path !== CLOSED_FIRST)
    .flatMap((page) =>
      page.attributes
        .filter((one) => HANDLER.test(one.name) && sends(page, one))
        .map(({ start }) => `${page.path}:${lineAt(page.text, start)} [sending] use ActButton, or begin of useSending`),
    );
}

if (import.meta.main) {
  const problems = checkSending(resolve(import.meta.dir, '..'));
  process.stdout.write(problems.map((line) => `${line}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
