import { useState } from 'preact/hooks';
import { hasWebhooks, isOwner, mayChange, workspace } from '../../data/me.ts';
import type { Attempt, Endpoint, History } from '../../data/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { WEBHOOKS } from '../../ui/empty/drawings/webhooks.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Sendings } from '../../ui/sending.ts';
import { formatMs, When } from '../../ui/times.tsx';
import { useQuery } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import { AttemptDrawer, titleOf, tryWord } from './attempt-drawer.tsx';
import { Climbing } from './ladder.tsx';
import { RecoveryDialog } from './recovery-dialog.tsx';
import { TestEvent } from './test-event.tsx';

const HoursCharts = lazyPart(async () => (await import('./hours-charts.tsx')).HoursCharts);

const CHARTED_MS = 48 * 3_600_000;

/** What the last days were like, and the last 50 attempts of an endpoint. */
export function AttemptsTab({
  endpoint,
  history,
  changed,
  resending,
  resend,
}: {
  readonly endpoint: Endpoint;
  readonly history: History;
  readonly changed: () => void;
  readonly resending: Sendings;
  readonly resend: (eventId: string) => Promise<void>;
}) {
  const { query, change } = useQuery();
  const [shown, setShown] = useState<Attempt>();
  const w = words.value;
  const owner = isOwner();
  const hasPlan = hasWebhooks();
  const isOpen =
    (endpoint.state === 'active' || endpoint.state === 'failing') &&
    workspace.value?.webhooksEnabled === true &&
    hasPlan;
  const { attempts, most } = history;
  const matching = attempts.filter(
    ({ status, type }) =>
      (query['failed'] === undefined || status === 'failed') && (query['type'] === undefined || type === query['type']),
  );
  const climbing = attempts.find(({ nextAt }) => nextAt !== null);
  const [latest] = attempts;
  const isCharted = latest !== undefined && Date.now() - Date.parse(latest.at) < CHARTED_MS;
  return (
    <>
      {owner && (
        <div class="actions start">
          <TestEvent samples id={endpoint.id} after={changed} disabled={!hasPlan} />
          <button type="button" disabled={!hasPlan} onClick={() => change({ recover: '1' })}>
            {w.hooks.recover}
          </button>
        </div>
      )}
      {climbing !== undefined && (
        <Climbing
          id={endpoint.id}
          eventId={climbing.eventId}
          title={titleOf(climbing)}
          stamp={`${climbing.at} ${isOpen}`}
          isOpen={isOpen}
        />
      )}
      {isCharted && (
        <div class="webhooks-hours">
          <HoursCharts id={endpoint.id} />
        </div>
      )}
      <div class="head">
        <h2>{w.hooks.attempts}</h2>
        <button type="button" class="quiet" onClick={changed}>
          {w.hooks.refresh}
        </button>
      </div>
      {attempts.length > 0 && <Filters attempts={attempts} />}
      {attempts.length === 0 && (
        <Empty drawing={WEBHOOKS} title={w.hooks.noAttempts} what={w.hooks.noAttemptsWhat} level={3} />
      )}
      {attempts.length > 0 && matching.length === 0 && (
        <Empty drawing={NOTHING_FOUND} title={w.hooks.noneMatch} level={3} />
      )}
      {matching.length > 0 && (
        <Table attempts={matching} most={most} isOpen={isOpen} show={setShown} resending={resending} resend={resend} />
      )}
      {shown !== undefined && (
        <AttemptDrawer
          id={endpoint.id}
          attempt={shown}
          most={most}
          isOpen={isOpen}
          changed={changed}
          onClose={() => setShown(undefined)}
        />
      )}
      {owner && query['recover'] !== undefined && (
        <RecoveryDialog
          endpoint={endpoint}
          isOpen={isOpen}
          changed={changed}
          onClose={() => change({ recover: undefined })}
        />
      )}
    </>
  );
}

function Filters({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { query, change } = useQuery();
  const w = words.value;
  const names: Readonly<Record<string, string>> = w.eventNames;
  const types = [
    ...new Set([...attempts.map(({ type }) => type), ...(query['type'] === undefined ? [] : [query['type']])]),
  ];
  return (
    <div class="webhooks-filters">
      <label class="check">
        <input
          type="checkbox"
          checked={query['failed'] !== undefined}
          onChange={(event) => change({ failed: event.currentTarget.checked ? '1' : undefined })}
        />{' '}
        {w.hooks.onlyFailed}
      </label>
      <ChoiceMenu
        quiet
        label={w.hooks.type}
        value={query['type'] ?? ''}
        groups={[
          [{ value: '', text: w.hooks.anyType }],
          types.toSorted().map((type) => ({ value: type, text: names[type] ?? w.hooks.testEvent })),
        ]}
        choose={(type) => change({ type: type || undefined })}
      />
    </div>
  );
}

interface Rows {
  readonly attempts: readonly Attempt[];
  readonly most: number;
  readonly isOpen: boolean;
  readonly show: (attempt: Attempt) => void;
  readonly resending: Sendings;
  readonly resend: (eventId: string) => Promise<void>;
}

function Table({ attempts, ...row }: Rows) {
  const w = words.value;
  const columns = [
    [w.time, 'webhooks-wide-only'],
    [w.hooks.result, ''],
    [w.hooks.event, ''],
    [w.hooks.attempt, 'webhooks-wide-only'],
    [w.hooks.code, 'number webhooks-not-phone'],
    [w.hooks.took, 'number webhooks-not-phone'],
    [w.hooks.next, 'webhooks-wide-only'],
    [w.hooks.action, ''],
  ] as const;
  return (
    <div class="scroll">
      <table class="webhooks-attempts">
        <thead>
          <tr>
            {columns.map(([title, kind]) => (
              <th key={title} scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <Row key={`${attempt.eventId} ${attempt.kind} ${attempt.at}`} attempt={attempt} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  attempt,
  most,
  isOpen,
  show,
  resending,
  resend,
}: Omit<Rows, 'attempts'> & { readonly attempt: Attempt }) {
  const w = words.value;
  const names: Readonly<Record<string, string>> = w.eventNames;
  const mayResend = hasWebhooks() && mayChange();
  return (
    <tr>
      <td class="webhooks-wide-only">
        <When iso={attempt.at} />
      </td>
      <td>
        <Chip tone={attempt.status === 'succeeded' ? 'good' : 'bad'}>{w.hooks[attempt.status]}</Chip>
      </td>
      <td class="webhooks-told">
        {attempt.order === null ? (
          titleOf(attempt)
        ) : (
          <>
            <a href={`/app/orders/${attempt.order.id}`}>
              {w.hooks.order} {attempt.order.num}
            </a>{' '}
            <span class="meta">{names[attempt.type] ?? attempt.type}</span>
          </>
        )}
        <span class="meta webhooks-narrow-only">
          <When iso={attempt.at} />
        </span>
      </td>
      <td class="webhooks-wide-only">{tryWord(attempt, most)}</td>
      <td class="number webhooks-not-phone">{attempt.httpCode ?? '—'}</td>
      <td class="number webhooks-not-phone">{formatMs(attempt.responseTime)}</td>
      <td class="webhooks-wide-only webhooks-next">{nextOf(attempt, isOpen)}</td>
      <td>
        <button type="button" class="quiet" onClick={() => show(attempt)}>
          {attempt.status === 'failed' ? w.why : w.hooks.details}
        </button>{' '}
        {mayResend && attempt.kind !== 'test' && attempt.status === 'failed' && (
          <ActButton
            sending={resending.of(attempt.eventId)}
            class="quiet webhooks-not-phone"
            act={() => resend(attempt.eventId)}
          >
            {w.hooks.resend}
          </ActButton>
        )}
      </td>
    </tr>
  );
}

function nextOf({ nextAt }: Attempt, isOpen: boolean) {
  const w = words.value.hooks;
  if (nextAt === null) return '';
  if (!isOpen) return w.nextHeld;
  return Date.parse(nextAt) <= Date.now() ? w.nextNow : <When iso={nextAt} />;
}
