import { reader } from './reader.ts';

/**
 * What was typed and not sent yet, kept in the tab: it outlives a reload and a way to another page, and ends with the tab or
 * with signing out. A browser that keeps nothing for a page keeps no draft.
 */

const MARK = 'docket.draft ';

/** The key is of one person: nobody is offered what somebody else began. */
const keyOf = (name: string): string => `${MARK}${reader.peek()} ${name}`;

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** @returns undefined where nothing is kept, or nothing that can be read */
export const keptDraft = (name: string): unknown =>
  tryTo((): unknown => JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')) ?? undefined;

export function keepDraft(name: string, draft: unknown): void {
  tryTo(() => sessionStorage.setItem(keyOf(name), JSON.stringify(draft)));
}

export function dropDraft(name: string): void {
  tryTo(() => sessionStorage.removeItem(keyOf(name)));
}

/** Whoever signs out leaves nothing behind. */
export function dropDrafts(): void {
  tryTo(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(MARK)) sessionStorage.removeItem(key);
  });
}
