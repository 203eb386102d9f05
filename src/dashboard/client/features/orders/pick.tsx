import { useLayoutEffect, useState } from 'preact/hooks';
import type { Row } from '../../parts/orders.ts';
import type { Column } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';

interface PickBoxProps {
  readonly label: string;
  readonly isPicked: boolean;
  readonly toggle: () => void;
}

const PickBox = ({ label, isPicked, toggle }: PickBoxProps) => (
  <label class="orders-pick">
    <input type="checkbox" aria-label={label} checked={isPicked} onChange={toggle} />
  </label>
);

/** @param filter a new filter clears the selection */
export function usePicked(rows: readonly Row[], filter: string) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // This is a layout effect, so that it cannot clear a selection made after the page is painted.
  useLayoutEffect(() => setPicked(new Set()), [filter]);
  const toggle = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const areAll = rows.length > 0 && rows.every(({ id }) => picked.has(id));
  const toggleAll = (): void => setPicked(new Set(areAll ? [] : rows.map(({ id }) => id)));
  const w = words.value.orders;
  const column: Column<Row> = {
    head: <PickBox label={w.selectAll} isPicked={areAll} toggle={toggleAll} />,
    class: 'orders-of-pick',
    cell: ({ id, num }) => <PickBox label={`${w.select} ${num}`} isPicked={picked.has(id)} toggle={() => toggle(id)} />,
  };
  return { ids: [...picked], column, toggle, clear: () => setPicked(new Set()) };
}
