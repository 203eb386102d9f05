import { words, workspace } from './state.ts';

/** Beside what plan or switches have closed: where an owner opens it; everybody else is told who can. */
export function SettingsLink() {
  const w = words.value;
  if (workspace.value?.role !== 'owner') return <>{w.ownersOpen}</>;
  return <a href="/app/settings/workspace">{w.openInSettings}</a>;
}
