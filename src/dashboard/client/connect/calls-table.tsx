import { Chip } from '../parts.tsx';
import { formatTime, words } from '../state.ts';
import { explainCall } from './explain-call.ts';
import type { Call } from './use-calls.ts';

export function CallsTable({ calls }: { readonly calls: readonly Call[] | undefined }) {
  const w = words.value.connect;
  const titles = [words.value.time, w.operation, w.key, w.status, w.code, 'ms', 'requestId'];
  return (
    <>
      <h2>{w.calls}</h2>
      <p class="lead">{w.callsWhat}</p>
      {calls?.length === 0 && <p class="meta">{w.noCalls}</p>}
      {calls !== undefined && calls.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        <section class="scroll" aria-label={w.calls} tabIndex={0}>
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
        </section>
      )}
    </>
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
