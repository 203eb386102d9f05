import { ask } from '../../data/api.ts';
import { ordersOf, type Status, statusName } from '../../data/orders.ts';
import { plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

/** As many as the sheet's address can name. */
const MOST_COURIER_IDS = 200;

/** What can be done with several orders at once. */
export function BulkBar({
  ids,
  statuses,
  done,
  clear,
}: {
  readonly ids: readonly string[];
  readonly statuses: readonly Status[];
  readonly done: () => void;
  readonly clear: () => void;
}) {
  const { error, busy, begin } = useSending();
  const w = words.value.orders;
  const change = async (statusId: string): Promise<void> => {
    const { outcomes } = await ask(ordersOf().statuses.post({ ids: [...ids], statusId }));
    const of = (outcome: string): number => Object.values(outcomes).filter((one) => one === outcome).length;
    const parts = [plural(of('changed'), w.bulkChanged)];
    if (of('same') > 0) parts.push(plural(of('same'), w.bulkSame));
    if (of('gone') > 0) parts.push(plural(of('gone'), w.bulkGone));
    say(parts.join(', '));
    done();
  };
  return (
    <div class="bulk">
      <strong>{plural(ids.length, w.selected)}</strong>
      <label>
        <span class="unseen">{w.setStatus}</span>
        <select
          data-writes
          disabled={busy}
          value=""
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            if (value !== '') begin(() => change(value));
          }}
        >
          <option value="">{w.setStatus}…</option>
          {statuses
            .filter(({ active }) => active)
            .map(({ id }) => (
              <option key={id} value={id}>
                {statusName(id, statuses)}
              </option>
            ))}
        </select>
      </label>
      <a class="button" href={`/app/print/couriers?ids=${ids.slice(0, MOST_COURIER_IDS).join(',')}`}>
        {words.value.print.couriers}
      </a>
      <button type="button" class="quiet" onClick={clear}>
        {w.unselect}
      </button>
      {error !== undefined && <Problem error={error} />}
    </div>
  );
}
