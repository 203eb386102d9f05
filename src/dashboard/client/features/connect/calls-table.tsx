import { useState } from 'preact/hooks';
import { workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadKeys } from '../../parts/keys.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { CALLS } from '../../ui/empty/drawings/calls.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { explainCall } from './explain-call.ts';
import type { Call } from './use-calls.ts';
import { type CallWish, isRequestId, NO_WISH, useFoundCalls } from './use-found-calls.ts';

/** @param recent the newest calls, updated as they arrive */
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
      {calls !== undefined && calls.length > 0 && (
        <Table label={w.calls} rows={calls} keyOf={({ requestId }) => requestId} columns={columnsOf()} />
      )}
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

const STATUSES = ['', '2', '4', '5'] as const;

function CallFilters({ wish, set }: { readonly wish: CallWish; readonly set: (wish: CallWish) => void }) {
  const { data } = useLoaded(loadKeys, workspaceId());
  const w = words.value.connect;
  const wrong = wish.requestId.trim() !== '' && !isRequestId(wish.requestId);
  return (
    <div class="connect-call-filters">
      <label>
        {w.findRequest}
        <input
          value={wish.requestId}
          maxLength={40}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={wrong}
          aria-describedby="request-form"
          onInput={(event) => set({ ...wish, requestId: event.currentTarget.value })}
        />
        <span id="request-form" class="meta">
          {wrong && w.requestForm}
        </span>
      </label>
      <ChoiceMenu
        label={w.ofKey}
        value={wish.key}
        groups={[
          [{ value: '', text: w.anyKey }],
          (data?.keys ?? []).map(({ id: value, name, prefix }) => ({ value, text: `${name} (${prefix}…)` })),
        ]}
        choose={(key) => set({ ...wish, key })}
      />
      <ChoiceMenu
        label={w.outcome}
        value={wish.status}
        groups={[STATUSES.map((value) => ({ value, text: w.outcomes[value] }))]}
        choose={(status) => set({ ...wish, status })}
      />
    </div>
  );
}

function columnsOf(): readonly Column<Call>[] {
  const w = words.value.connect;
  return [
    { head: words.value.time, cell: ({ at }) => formatTime(at) },
    {
      head: w.operation,
      cell: ({ method, route }) => (
        <>
          <code>
            {method} {route ?? ''}
          </code>
          {route === null && w.noPath}
        </>
      ),
    },
    {
      head: w.key,
      cell: ({ keyName, keyPrefix }) => (
        <>
          {keyName ?? w.noKey} {keyPrefix !== null && <code>{keyPrefix}…</code>}
        </>
      ),
    },
    { head: w.status, cell: ({ status }) => <Chip tone={status < 400 ? 'good' : 'bad'}>{String(status)}</Chip> },
    { head: w.code, cell: (call) => <Code call={call} /> },
    { head: 'ms', class: 'number', cell: ({ ms }) => ms },
    { head: 'requestId', cell: ({ requestId }) => <code>{requestId}</code> },
  ];
}

function Code({ call }: { readonly call: Call }) {
  const why = explainCall(call, words.value.connect);
  return (
    <>
      <code>{call.code}</code>
      {why !== undefined && (
        <details>
          <summary>{words.value.why}</summary>
          <p>{why}</p>
        </details>
      )}
    </>
  );
}
