import { words } from '../words/words.ts';

const ENGLISH: Readonly<Record<string, string>> = {
  'stage-new': 'New',
  'stage-in-work': 'In work',
  'stage-done': 'Done',
};

/**
 * Returns the name that the shop gave to a stage. A built-in stage that was never renamed gets its name in the reader's
 * language.
 */
export function stageName({ id, name }: { readonly id: string; readonly name: string }): string {
  const own: Readonly<Record<string, string>> = words.value.menu.stages;
  return Object.hasOwn(ENGLISH, id) && ENGLISH[id] === name ? (own[id] ?? name) : name;
}
