import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { me, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadKeys } from '../../parts/keys.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DAY_MS } from '../../ui/format.ts';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import { curlOf, KEY_LINE, type Operation, ORDER_ID_LINE, operationsFor } from './operations.ts';
import type { Call } from './use-calls.ts';

function sampleNow() {
  const now = Date.now();
  return { stamp: now.toString(36), day: new Date(now + DAY_MS).toISOString().slice(0, 10) };
}

export function Commands({ order, round }: { readonly order: Call | undefined; readonly round: string }) {
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
          {w.makeKey} <a href="/app/keys">{w.manageKeys}</a>
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
