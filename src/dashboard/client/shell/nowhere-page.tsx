import { NOWHERE } from '../ui/empty/drawings/nowhere.ts';
import { Empty } from '../ui/empty/empty.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';

/** At an address that is none of ours, or no longer one. */
export function NowherePage() {
  const w = words.value;
  useTitle(w.menu.nowhere);
  return (
    <Empty drawing={NOWHERE} title={w.menu.nowhere} what={w.menu.nowhereWhat} level={1}>
      <a class="button main" href="/app">
        {w.start.overview}
      </a>
    </Empty>
  );
}
