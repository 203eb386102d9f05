import { useState } from 'preact/hooks';
import { workspaceId } from '../../data/me.ts';
import { Chip } from '../../ui/chip.tsx';
import { CALLS } from '../../ui/empty/drawings/calls.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { words } from '../../words/words.ts';
import { CallFilters } from './call-filters.tsx';
import { explainCall } from './explain-call.ts';
import type { Call } from './use-calls.ts';
import { NO_WISH, useFoundCalls } from './use-found-calls.ts';

/** The calls of the last 30 days. @param recent the newest of them, as they come in */
export function CallsTable({ recent }: { readonly recent: readonly Call[] | undefined }) {
  const [wish, setWish] = useState(NO_WISH);
  const { calls, more, error } = useFoundCalls(workspaceId(), wish, recent);
  const w = words.value.connect;
  return (
    <>
      <h2>{w.calls}</h2>
      <p class="lead">{w.callsWhat}</p>
      <CallFilters wish={wish} set={setWish} />
      <Problem error={error} />
      <div aria-live="polite">
        {calls?.length === 0 && (
          <Empty
            level={3}
            {...(recent?.length === 0
              ? { drawing: CALLS, title: w.noCalls, what: w.noCallsWhat }
              : { drawing: NOTHING_FOUND, title: w.noSuchCall })}
          />
        )}
      </div>
      {calls !== undefined && calls.length > 0 && <Table calls={calls} />}
      {more !== null && (
        <div class="foot">
          <button type="button" onClick={more}>
            {w.olderCalls}
          </button>
        </div>
      )}
    </>
  );
}

function Table({ calls }: { readonly calls: readonly Call[] }) {
  const w = words.value.connect;
  const titles = [words.value.time, w.operation, w.key, w.status, w.code, 'ms', 'requestId'];
  return (
    <Scroll label={w.calls}>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" class={title === 'ms' ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow key={call.requestId} it={call} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function CallRow({ it }: { readonly it: Call }) {
  const w = words.value.connect;
  const why = explainCall(it, w);
  return (
    <tr>
      <td>{formatTime(it.at)}</td>
      <td>
        <code>
          {it.method} {it.route ?? ''}
        </code>
        {it.route === null && w.noPath}
      </td>
      <td>
        {it.keyName ?? w.noKey} {it.keyPrefix !== null && <code>{it.keyPrefix}…</code>}
      </td>
      <td>
        <Chip tone={it.status < 400 ? 'good' : 'bad'}>{String(it.status)}</Chip>
      </td>
      <td>
        <code>{it.code}</code>
        {why !== undefined && (
          <details>
            <summary>{words.value.why}</summary>
            <p>{why}</p>
          </details>
        )}
      </td>
      <td class="number">{it.ms}</td>
      <td>
        <code>{it.requestId}</code>
      </td>
    </tr>
  );
}
