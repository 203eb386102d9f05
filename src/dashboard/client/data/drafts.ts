/**
 * Typed text that has not been sent, kept in the tab. It survives a reload and a visit to another page. It is dropped
 * when the tab closes, when the person signs out in any tab, and after a day.
 */

import { reader } from './reader.ts';
import { tryTo } from './try-to.ts';

const MARK = 'docket.draft ';
/**
 * The storage key of the time of the last sign-out in this browser. Text stored before that time is no longer a draft.
 */
export const LEFT = 'docket.left';
const DAY_MS = 86_400_000;

interface KeptDraft {
  readonly at: number;
  readonly draft: unknown;
}

/** The storage key includes the person, so that nobody is offered another person's draft. */
const keyOf = (name: string): string => `${MARK}${reader.peek()} ${name}`;

const keptAt = (key: string): KeptDraft | undefined =>
  tryTo(() => {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '{}') as KeptDraft;
    return found.at > Number(localStorage.getItem(LEFT)) && Math.abs(Date.now() - found.at) < DAY_MS
      ? found
      : undefined;
  });

let isAllowed = true;

export const keptDraft = (name: string): unknown => keptAt(keyOf(name))?.draft;

export function keepDraft(name: string, draft: unknown): void {
  if (isAllowed) tryTo(() => sessionStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), draft })));
}

export function dropDraft(name: string): void {
  tryTo(() => sessionStorage.removeItem(keyOf(name)));
}

/**
 * Drops the expired drafts of every person. Drops all drafts if `allowed` is false.
 * @param allowed true if drafts may be kept from now on
 */
export function sweepDrafts(allowed: boolean): void {
  isAllowed = allowed;
  tryTo(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(MARK) && !(allowed && keptAt(key))) sessionStorage.removeItem(key);
    }
  });
}

/** Drops the drafts in all tabs when a person signs out. New drafts are stored only after the next sign-in. */
export function dropDrafts(): void {
  tryTo(() => localStorage.setItem(LEFT, String(Date.now())));
  sweepDrafts(false);
}
