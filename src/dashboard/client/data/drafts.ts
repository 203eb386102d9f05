import { reader } from './reader.ts';
import { tryTo } from './try-to.ts';

/**
 * Typed text that was not sent yet, kept in the tab: it outlives a reload and a way to another page. It ends with the
 * tab, with signing out in any tab, and after a day. A browser that keeps nothing for a page keeps no draft.
 */

const MARK = 'docket.draft ';
/** The last sign-out in this browser; a text that a tab kept before it is no draft any more. */
export const LEFT = 'docket.left';
const DAY_MS = 86_400_000;

interface Kept {
  readonly at: number;
  readonly draft: unknown;
}

/** A key of one person, so that nobody is offered another person's draft. */
const keyOf = (name: string): string => `${MARK}${reader.peek()} ${name}`;

/** Undefined where nothing is kept, or nothing that can be read, or nothing that may be read any more. */
const keptAt = (key: string): Kept | undefined =>
  tryTo(() => {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Kept;
    return found.at > Number(localStorage.getItem(LEFT)) && Math.abs(Date.now() - found.at) < DAY_MS
      ? found
      : undefined;
  });

let isAllowed = true;

/** @returns undefined where nothing is kept */
export const keptDraft = (name: string): unknown => keptAt(keyOf(name))?.draft;

export function keepDraft(name: string, draft: unknown): void {
  if (isAllowed) tryTo(() => sessionStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), draft })));
}

export function dropDraft(name: string): void {
  tryTo(() => sessionStorage.removeItem(keyOf(name)));
}

/** Drops what is over, no matter who began it. @param allowed whether drafts are kept at all from now on */
export function sweepDrafts(allowed: boolean): void {
  isAllowed = allowed;
  tryTo(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(MARK) && !(allowed && keptAt(key))) sessionStorage.removeItem(key);
    }
  });
}

/** Drops all drafts on signing out, in other tabs too. Nothing is kept until a person signs in. */
export function dropDrafts(): void {
  tryTo(() => localStorage.setItem(LEFT, String(Date.now())));
  sweepDrafts(false);
}
