import { api, ask } from '../api.ts';
import { pageWords } from './page-words.ts';

export const settingsOf = (id: string) => api.workspaces({ workspace: id }).settings;

export const loadSettings = (id: string) => ask(settingsOf(id).get());

/** What the workspace has that its switches hold up. */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;

/** In the reader's words, by the rule that was broken. */
export function wordRule(rule: string | undefined): string | undefined {
  if (rule === undefined) return undefined;
  const rules: Readonly<Record<string, string>> = pageWords.value.workspace.rules;
  return rules[rule] ?? rule;
}
