import { resolve } from 'node:path';
import { lineAt, readSources, type Source, takenNames } from './source.ts';

/**
 * Holds the dashboard's pages to one way of sending. `Form`, `ActButton` or `begin` set off what changes something at
 * the server. They swallow a second press while the first is under way. And to one way of loading, which drops stale
 * answers.
 */

const CLIENT = 'src/dashboard/client';
const inClient = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map((path) => `${CLIENT}/${path}`));
/** The only files that may call `fetch`: before anybody is signed in, for everybody who is, and to hear whether the server is there. */
const CALLERS = inClient([
  'data/call-server.ts',
  'data/session-ended.ts',
  'features/entry/setup/backup-calls.ts',
  'data/live.ts',
]);
/** The only files that may hold a `form` of their own: the one that all others use, and one that sends nothing. */
const FORMS = inClient(['ui/form.tsx', 'features/connect/verify-form.tsx']);
/** The only `select`s: the field of forms, and one in a dialog that sends by a button. An arrow key chooses in a closed one. */
const SELECTS = inClient(['ui/field.tsx', 'features/inquiries/remove-stage-dialog.tsx']);
/** The palette is closed before it acts, and sets what may be set twice: language, appearance, signing out. */
const CLOSED_FIRST = inClient(['shell/palette/palette.tsx']);
/** The only files that wait for something in an effect: the two that ask for data, and what fetches words and code. */
const LOADERS = inClient(['data/use-latest.ts', 'data/use-asked.ts', 'ui/form.tsx', 'ui/problem/use-explained.ts']);
/** The only effect that sends by itself: passkeys are offered in a field for as long as it stands there. */
const OFFERS = inClient(['ui/passkey-part.tsx']);
const EFFECT = /\buse(?:Layout)?Effect\(/g;
const WAITS = /\bawait\b|\.(?:then|catch|finally)\(|\bask\(/;
/** What was made by hand before, and has one place each now. */
const BY_HAND: readonly (readonly [RegExp, string])[] = [
  [/\buseState<unknown>\(/g, 'keep no error by hand: useLoaded, useForm and useSending have theirs'],
  [
    /\bset(?:Is)?(?:Busy|Sending|Loading|Submitting)\(/g,
    'keep no state of being busy by hand: useForm and useSending know it',
  ],
  [/\bmine\s*[!=]==|[!=]==\s*mine\b/g, 'guard against stale answers by useLoaded, or useLatest (data/use-latest.ts)'],
];

/** What the guards take: there it is theirs to see that it runs once. */
const GUARDED = /\b(?:useForm|formOf)\(|\.begin\(|\bact=\{/g;
const DECLARED = /\b(?:const|function)\s+([a-z]\w*)/g;
const HANDLER = /\bon(?:Click|DblClick|KeyDown|KeyUp|Submit|Press)=\{/g;
const POST = /\.post\(/;

/** Where what opens just before `start` is closed, or where a statement that begins there ends. */
function endOf(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    const char = code.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && char === ';')) return at;
    // The body of a function ends with its brace; it has no semicolon.
    if (depth === 0 && char === '}' && /^\s*\n\s*(?:\n|function|const|export|return|\})/.test(code.slice(at + 1)))
      return at;
  }
  return code.length;
}

/** The code without what stands under a guard. */
function unguarded(code: string): string {
  let rest = code;
  for (const { index, 0: begun } of code.matchAll(GUARDED)) {
    const start = index + begun.length;
    const end = endOf(code, start);
    rest = rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end);
  }
  return rest;
}

interface Page extends Source {
  readonly free: string;
  /** Names that change something at the server when they are called, unless a guard stands before them. */
  readonly writers: Set<string>;
}

const names = (writers: ReadonlySet<string>): RegExp =>
  writers.size === 0 ? POST : new RegExp(`${POST.source}|(?<![.\\w])(?:${[...writers].join('|')})\\b(?!\\s*[:=?])`);

/** What a page takes from another one that changes something, by the name that it has here. */
const takenFrom = (page: Page, pages: ReadonlyMap<string, Page>): string[] =>
  takenNames(page).flatMap(({ theirs, ours, target }) =>
    pages.get(target)?.writers.has(theirs) === true ? [ours] : [],
  );

/** Whether a name was added. */
function learn(page: Page, pages: ReadonlyMap<string, Page>): boolean {
  const before = page.writers.size;
  for (const name of takenFrom(page, pages)) page.writers.add(name);
  const writes = names(page.writers);
  for (const match of page.free.matchAll(DECLARED)) {
    const name = match[1] ?? '';
    const start = match.index + match[0].length;
    // What a hook does is seen where it is set off.
    if (!/^use[A-Z]/.test(name) && writes.test(page.free.slice(start, endOf(page.free, start)))) page.writers.add(name);
  }
  return page.writers.size > before;
}

function checkLoads(page: Page, say: (index: number, what: string) => string): string[] {
  const byHand = BY_HAND.flatMap(([pattern, what]) =>
    [...page.code.matchAll(pattern)].map(({ index }) => say(index, `[loading] ${what}`)),
  );
  if (LOADERS.has(page.path) || OFFERS.has(page.path)) return byHand;
  const effects = [...page.code.matchAll(EFFECT)].filter(({ index, 0: begun }) => {
    const start = index + begun.length;
    return WAITS.test(page.code.slice(start, endOf(page.code, start)));
  });
  return [...byHand, ...effects.map(({ index }) => say(index, '[loading] load by useLoaded (data/use-loaded.ts)'))];
}

function checkPage(page: Page): string[] {
  const say = (index: number, what: string): string => `${page.path}:${lineAt(page.code, index)} ${what}`;
  const problems: string[] = [];
  for (const { index } of FORMS.has(page.path) ? [] : page.code.matchAll(/<form\b|\bonSubmit=/g)) {
    problems.push(say(index, '[sending] use Form and useForm (form.tsx), which send once'));
  }
  for (const { index } of SELECTS.has(page.path) ? [] : page.code.matchAll(/<select\b/g)) {
    problems.push(
      say(index, '[sending] use ChoiceMenu (choice-menu.tsx), or ChoiceField within a form: arrows choose in a select'),
    );
  }
  for (const { index } of CALLERS.has(page.path) ? [] : page.code.matchAll(/(?<![.\w])fetch\(/g)) {
    problems.push(say(index, '[sending] ask the server by api.ts, or by fetchSignedIn, which sends a change once'));
  }
  problems.push(...checkLoads(page, say));
  const writes = names(page.writers);
  for (const { index, 0: begun } of CLOSED_FIRST.has(page.path) ? [] : page.free.matchAll(HANDLER)) {
    const start = index + begun.length;
    if (writes.test(page.free.slice(start, endOf(page.free, start))))
      problems.push(say(index, '[sending] use ActButton (act-button.tsx), or begin of useSending, which send once'));
  }
  return problems;
}

/** A line for each place of the pages from which something could be sent twice. */
export function checkSending(root: string): string[] {
  const sources = readSources(root, [CLIENT]);
  const pages = new Map<string, Page>(
    sources.map((source) => [source.path, { ...source, free: unguarded(source.code), writers: new Set() }]),
  );
  const all = [...pages.values()];
  for (let isNew = true; isNew; ) isNew = all.map((page) => learn(page, pages)).some(Boolean);
  return all.flatMap(checkPage);
}

if (import.meta.main) {
  const problems = checkSending(resolve(import.meta.dir, '..'));
  process.stdout.write(problems.map((line) => `${line}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
