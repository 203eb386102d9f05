import { ask } from '../../data/api.ts';
import { here, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const MOST_SHOWN = 99;

export function Untouched() {
  const id = workspaceId();
  // The id is empty after signing out, while the pages are still being removed.
  const load = async () => (id === '' ? undefined : ask(here().inquiries.untouched.get()));
  const { data } = useLoaded(load, id, { on: ['inquiries'], later: true });
  const number = data?.count ?? 0;
  if (number === 0) return null;
  return (
    <span class="count menu-untouched">
      <span aria-hidden="true">{number > MOST_SHOWN ? `${MOST_SHOWN}+` : number}</span>
      <span class="unseen"> {plural(number, words.value.menu.untouched)}</span>
    </span>
  );
}
