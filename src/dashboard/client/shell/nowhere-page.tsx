import { Compass } from 'lucide';
import { Empty } from '../ui/empty.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';

/** At an address that is none of ours, or no longer one. */
export function NowherePage() {
  const w = words.value;
  useTitle(w.menu.nowhere);
  return (
    <Empty icon={Compass} title={w.menu.nowhere} what={w.menu.nowhereWhat} level={1}>
      <a class="button main" href="/app">
        {w.start.overview}
      </a>
    </Empty>
  );
}
