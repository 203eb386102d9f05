import { formatTime } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { explainCall } from './explain-call.ts';
import type { Call } from './use-calls.ts';

/** Shows the newest call: green if it was accepted, otherwise with the reason for its refusal. */
export function LastCall({ call, known }: { readonly call: Call | undefined; readonly known: boolean }) {
  const w = words.value.connect;
  const tone = call === undefined ? 'connect-waits' : call.status < 400 ? 'good' : 'bad';
  return (
    <section class={`connect-last-call ${tone}`} aria-live="polite">
      {call === undefined ? <p class="connect-title">{w.waiting}</p> : <Arrived call={call} />}
      {call === undefined && known && <p>{w.waitingWhat}</p>}
    </section>
  );
}

function Title({ call }: { readonly call: Call }) {
  const w = words.value.connect;
  if (call.status >= 400) return w.refused(call.status, call.code);
  if (call.orderNumber === null) return w.accepted;
  const accepted = w.orderAccepted(call.orderNumber);
  return call.orderId === null || call.orderDeleted ? accepted : <a href={`/app/orders/${call.orderId}`}>{accepted}</a>;
}

function Arrived({ call }: { readonly call: Call }) {
  const w = words.value.connect;
  const why = explainCall(call, w);
  return (
    <>
      <p class="connect-title">
        <Title call={call} />
      </p>
      {why !== undefined && (
        <p>
          {why} {(call.missingScope ?? call.keyRefusal) !== null && <a href="/app/keys">{w.manageKeys}</a>}
        </p>
      )}
      <p class="connect-trace">
        {call.method} {call.route ?? w.noPath} · {call.keyName === null ? w.noKey : w.withKey(call.keyName)} ·{' '}
        {formatTime(call.at)}
      </p>
    </>
  );
}
