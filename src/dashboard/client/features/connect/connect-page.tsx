import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { me, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadKeys } from '../../parts/keys.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DAY_MS, formatTime } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import { CallsTable } from './calls-table.tsx';
import { explainCall } from './explain-call.ts';
import { curlOf, findTestOrder, KEY_LINE, type Operation, ORDER_ID_LINE, operationsFor } from './operations.ts';
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
          <a href="/app/keys">{words.value.keys}</a>
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
          {why} {(call.missingScope ?? call.keyRefusal) !== null && <a href="/app/keys">{words.value.keys}</a>}
        </p>
      )}
      <p class="connect-trace">
        {call.method} {call.route ?? w.noPath} · {call.keyName === null ? w.noKey : w.withKey(call.keyName)} ·{' '}
        {formatTime(call.at)}
      </p>
    </>
  );
}

function sampleNow() {
  const now = Date.now();
  return { stamp: now.toString(36), day: new Date(now + DAY_MS).toISOString().slice(0, 10) };
}

function Commands({ order, round }: { readonly order: Call | undefined; readonly round: string }) {
  const { data } = useLoaded(loadKeys, workspaceId());
  const [chosen, setChosen] = useState('');
  const sample = useMemo(sampleNow, [round]);
  const w = words.value.connect;
  const keys = data?.keys.filter(({ state }) => state !== 'revoked') ?? [];
  const key = keys.find((one) => one.id === chosen) ?? keys[0];
  const operations = operationsFor({
    ...sample,
    orderId: order?.orderId ?? undefined,
    language: language.value,
  });
  return (
    <>
      <h2>{w.commands}</h2>
      <p class="lead">{w.commandsWhat}</p>
      {data !== undefined && key === undefined && (
        <p class="note">
          {w.makeKey} <a href="/app/keys">{words.value.keys}</a>
        </p>
      )}
      {key !== undefined && (
        <>
          <div class="fields">
            <ChoiceMenu
              label={w.keyChoice}
              value={key.id}
              groups={[keys.map((one) => ({ value: one.id, text: `${one.name} (${one.prefix}…)` }))]}
              choose={setChosen}
            />
          </div>
          <p class="meta">{w.keyChoiceWhat}</p>
        </>
      )}
      <Line text={KEY_LINE} what={w.keyLine} />
      {order !== undefined && <p class="meta">{w.orderIdKnown(order.orderNumber ?? '')}</p>}
      <ol class="connect-operations">
        {operations.map((operation, at) => (
          <Command
            key={operation.name}
            operation={operation}
            open={at === 0}
            lacks={key !== undefined && !key.scopes.includes(operation.scope)}
          >
            {at === 0 && order === undefined && (
              <>
                <p class="meta">{w.orderIdWhat}</p>
                <Line text={ORDER_ID_LINE} what={w.orderIdWhat} />
              </>
            )}
          </Command>
        ))}
      </ol>
    </>
  );
}

function Line({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div class="connect-line connect-short">
      <pre>{text}</pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}

interface CommandProps {
  readonly operation: Operation;
  readonly open: boolean;
  readonly lacks: boolean;
  /** The next step after running the command, shown below it. */
  readonly children: ComponentChildren;
}

function Command({ operation, open, lacks, children }: CommandProps) {
  const w = words.value.connect;
  const title = w.operations[operation.name];
  const notHere = operation.name === 'inquiry' && me.value?.installation.environment !== 'dev';
  return (
    <li>
      <details class="connect-operation" open={open}>
        <summary>
          <span>{title}</span>
          <code>
            {operation.method} {operation.route}
          </code>
          <code>{operation.scope}</code>
        </summary>
        {lacks && <p class="connect-lacks">{w.lacks(operation.scope)}</p>}
        {notHere && <p class="meta">{w.devOnly}</p>}
        <div class="connect-line">
          <pre>{curlOf(location.origin, operation)}</pre>
          <CopyButton text={curlOf(location.origin, operation)} what={title} />
        </div>
        {children}
      </details>
    </li>
  );
}
