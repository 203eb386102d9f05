import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { given } from '../../data/given.ts';
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

interface CallWish {
  readonly requestId: string;
  readonly key: string;
  /** The first digit of the HTTP status. */
  readonly status: '' | '2' | '4' | '5';
}

const NO_WISH: CallWish = { requestId: '', key: '', status: '' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isRequestId = (text: string): boolean => UUID.test(text.trim());

const filterOf = ({ requestId, key, status }: CallWish) =>
  isRequestId(requestId) ? { requestId: requestId.trim() } : given({ key, status });

const find = (workspace: string, wish: CallWish, before?: string) =>
  ask(api.workspaces({ workspace }).calls.get({ query: { ...filterOf(wish), ...given({ before }) } }));

interface CallPage {
  /** The found calls; undefined if nothing was searched for. */
  readonly calls: readonly Call[] | undefined;
  readonly next: string | null;
}

/** Searches the calls part by part until there is something to show or the reader stops the search. */
async function findSome(workspace: string, wish: CallWish, signal: AbortSignal, before?: string): Promise<CallPage> {
  const found = await find(workspace, wish, before);
  if (found.calls.length > 0 || found.next === null || signal.aborted) return found;
  return findSome(workspace, wish, signal, found.next);
}

interface FoundCalls extends Pick<CallPage, 'calls'> {
  /** Loads earlier calls; null if there are none. */
  readonly more: (() => void) | null;
  readonly error: unknown;
}

function useFoundCalls(workspace: string, wish: CallWish, recent: readonly Call[] | undefined): FoundCalls {
  const filter = JSON.stringify(filterOf(wish));
  const wished = filter !== '{}';
  const nothing: CallPage = { calls: undefined, next: null };
  const load = async (signal: AbortSignal) => (wished ? findSome(workspace, wish, signal) : nothing);
  const { data = nothing, isOld, error, add } = useLoaded(load, `${workspace} ${filter}`);
  const { calls, next } = isOld ? nothing : data;
  const last = recent?.at(-1);
  const beginning = recent !== undefined && last !== undefined && recent.length >= 100 ? last.requestId : null;
  const from = calls === undefined && !wished ? beginning : next;
  const shown = calls ?? (wished ? undefined : recent);
  const more = (before: string): void =>
    add(
      (signal) => findSome(workspace, wish, signal, before),
      (_, page) => ({ calls: [...(shown ?? []), ...(page.calls ?? [])], next: page.next }),
    );
  return { calls: shown, more: from === null ? null : () => more(from), error };
}
