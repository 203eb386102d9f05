import { workspace, workspaceId } from '../../data/me.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { words } from '../../words/words.ts';
import { CallsTable } from './calls-table.tsx';
import { Commands } from './commands.tsx';
import { explainCall } from './explain-call.ts';
import { findTestOrder } from './operations.ts';
import { type Call, useCalls } from './use-calls.ts';
import { VerifyForm } from './verify-form.tsx';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function ConnectPage() {
  const { calls, error } = useCalls(workspaceId());
  const w = words.value.connect;
  const test = findTestOrder(calls ?? []);
  const { origin, protocol, hostname } = location;
  const isThere = (calls ?? error) !== undefined;
  return (
    <div class="connect">
      <PageHead title={w.title} lead={w.lead}>
        <p class="connect-links">
          <a href="/docs" target="_blank" rel="noopener">
            {words.value.reference}
          </a>
          <a href="/app/keys">{w.manageKeys}</a>
        </p>
      </PageHead>
      <ClosedNote />
      <Problem error={error} />
      {isThere && <LastCall call={calls?.[0]} known={calls !== undefined} />}
      {isThere && (
        <>
          <h2>{w.address}</h2>
          <div class="connect-line connect-short">
            <pre>{origin}</pre>
            <CopyButton text={origin} what={w.address} />
          </div>
          <p class="meta">{w.addressWhat}</p>
          {protocol === 'http:' && !LOOPBACK.test(hostname) && <p class="note">{w.addressPlain}</p>}
          <Commands {...test} />
          <CallsTable recent={calls} />
          <VerifyForm />
        </>
      )}
    </div>
  );
}

/** The server checks the plan first, so this note does too. */
function ClosedNote() {
  const w = words.value.connect;
  const { plan, apiEnabled } = workspace.value ?? {};
  const why = plan === 'free' ? w.planNote : apiEnabled === false ? w.apiOffNote : undefined;
  if (why === undefined) return null;
  return (
    <p class="note">
      {why} <SettingsLink />
    </p>
  );
}

function LastCall({ call, known }: { readonly call: Call | undefined; readonly known: boolean }) {
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
