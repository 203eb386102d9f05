import { words } from '../words/words.ts';

const ENGLISH: Readonly<Record<string, string>> = {
  'stage-new': 'New',
  'stage-in-work': 'In work',
  'stage-done': 'Done',
};

export function stageName({ id, name }: { readonly id: string; readonly name: string }): string {
  const own: Readonly<Record<string, string>> = words.value.menu.stages;
  return Object.hasOwn(ENGLISH, id) && ENGLISH[id] === name ? (own[id] ?? name) : name;
}
