import { resolve } from 'node:path';
import { isWithin, lineAt, readSources, type Source, type Span, takenNames } from './source.ts';

/**
 * Holds the dashboard's pages to one way of sending: `Form`, `ActButton` or `begin` set off any change at the server.
 * They swallow a second press while the first is under way. Rules of one file alone are in `scripts/lint`.
 */

const CLIENT = 'src/dashboard/client';
/** The palette is closed before it acts, and sets what may be set twice: language, appearance, signing out. */
const CLOSED_FIRST = `${CLIENT}/shell/palette/palette.tsx`;
const HANDLER = /^on(?:Click|DblClick|KeyDown|KeyUp|Submit|Press)$/;

interface Page extends Source {
  /** Code that runs once, because a guard calls it. */
  readonly guarded: readonly Span[];
  /** Names that change something at the server when they are called, unless a guard is before them. */
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

/** True if something in this part of the page changes the server without a guard around it. */
function sends(page: Page, part: Span): boolean {
  const isFree = (one: Span): boolean => isWithin(one, part) && !page.guarded.some((guard) => isWithin(one, guard));
  return (
    page.calls.some((call) => call.name === '.post' && isFree(call)) ||
    page.uses.some((use) => page.writers.has(use.name) && isFree(use))
  );
}

/** Adds the names that are found to send. @returns whether there was one */
function learn(page: Page, pages: ReadonlyMap<string, Page>): boolean {
  const before = page.writers.size;
  for (const { theirs, ours, target } of takenNames(page)) {
    if (pages.get(target)?.writers.has(theirs) === true) page.writers.add(ours);
  }
  for (const one of page.declared) {
    // The sending of a hook is seen where it is set off; components are not judged.
    const isJudged = /^[a-z]/.test(one.name) && !/^use[A-Z]/.test(one.name) && !page.writers.has(one.name);
    if (isJudged && sends(page, one)) page.writers.add(one.name);
  }
  return page.writers.size > before;
}

/** A line for each place of the pages from which something could be sent twice. */
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
