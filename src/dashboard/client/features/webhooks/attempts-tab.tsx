import { RotateCw } from 'lucide';
import { useState } from 'preact/hooks';
import { hasWebhooks, isOwner, mayChange, workspace } from '../../data/me.ts';
import { OrderLink } from '../../parts/order-link.tsx';
import type { Attempt, History } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { WEBHOOKS } from '../../ui/empty/drawings/webhooks.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { DAY_MS } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { knownWord } from '../../ui/known-word.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Sendings } from '../../ui/sending.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { formatMs, When } from '../../ui/times.tsx';
import { useAddress } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import { AttemptDrawer, Result, titleOf, tryWord } from './attempt-drawer.tsx';
import type { EndpointProps } from './endpoint-props.ts';
import { Climbing } from './ladder.tsx';
import { RecoveryDialog } from './recovery-dialog.tsx';
import { TestEvent } from './test-event.tsx';

const HoursCharts = lazyPart(async () => (await import('./hours-charts.tsx')).HoursCharts);

const CHARTED_MS = 2 * DAY_MS;

interface AttemptsTabProps extends EndpointProps {
  readonly history: History;
  readonly resending: Sendings;
  readonly resend: (eventId: string) => Promise<void>;
}

export function AttemptsTab({ endpoint, history, changed, resending, resend }: AttemptsTabProps) {
  const { value, set } = useAddress();
  const [shown, setShown] = useState<Attempt>();
  const w = words.value;
  const isOpen =
    (endpoint.state === 'active' || endpoint.state === 'failing') &&
    workspace.value?.webhooksEnabled === true &&
    hasWebhooks();
  const { attempts, most } = history;
  const matching = attempts.filter(
    ({ status, type }) =>
      (value('failed') === undefined || status === 'failed') && (value('type') === undefined || type === value('type')),
  );
  return (
    <>
      <LastDays endpoint={endpoint} history={history} isOpen={isOpen} changed={changed} />
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
        <Table
          label={w.hooks.attempts}
          class="webhooks-attempts phone-cards"
          rows={matching}
          keyOf={({ eventId, kind, at }) => `${eventId} ${kind} ${at}`}
          columns={columnsOf({ most, isOpen, show: setShown, resending, resend })}
        />
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
      {isOwner() && value('recover') !== undefined && (
        <RecoveryDialog
          endpoint={endpoint}
          isOpen={isOpen}
          changed={changed}
          onClose={() => set({ recover: undefined }, true)}
        />
      )}
    </>
  );
}

interface LastDaysProps extends Pick<AttemptsTabProps, 'endpoint' | 'changed' | 'history'> {
  readonly isOpen: boolean;
}

function LastDays({ endpoint: { id }, history: { attempts, next }, isOpen, changed }: LastDaysProps) {
  const { set } = useAddress();
  const hasPlan = hasWebhooks();
  const climbing = attempts.find(({ eventId }) => eventId === next?.eventId);
  const [latest] = attempts;
  const isCharted = latest !== undefined && Date.now() - Date.parse(latest.at) < CHARTED_MS;
  return (
    <>
      {isOwner() && (
        <div class="actions start">
          <TestEvent samples id={id} after={changed} disabled={!hasPlan} />
          <button type="button" disabled={!hasPlan} onClick={() => set({ recover: '1' }, true)}>
            {words.value.hooks.recover}
          </button>
        </div>
      )}
      {climbing !== undefined && next !== undefined && (
        <Climbing title={titleOf(climbing)} delivery={next} isOpen={isOpen} />
      )}
      {isCharted && (
        <div class="webhooks-hours">
          <HoursCharts id={id} />
        </div>
      )}
    </>
  );
}

function Filters({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { value, set } = useAddress();
  const w = words.value;
  const type = value('type');
  const types = [...new Set([...attempts.map((one) => one.type), ...(type === undefined ? [] : [type])])];
  return (
    <div class="webhooks-filters">
      <label class="check">
        <input
          type="checkbox"
          checked={value('failed') !== undefined}
          onChange={(event) => set({ failed: event.currentTarget.checked ? '1' : undefined }, true)}
        />{' '}
        {w.hooks.onlyFailed}
      </label>
      <ChoiceMenu
        quiet
        label={w.hooks.event}
        value={type ?? ''}
        groups={[
          [{ value: '', text: w.hooks.anyType }],
          types.toSorted().map((type) => ({ value: type, text: knownWord(w.eventNames, type) ?? w.hooks.testEvent })),
        ]}
        choose={(type) => set({ type: type || undefined }, true)}
      />
    </div>
  );
}

interface RowActs extends Pick<AttemptsTabProps, 'resending' | 'resend'> {
  readonly most: number;
  readonly isOpen: boolean;
  readonly show: (attempt: Attempt) => void;
}

function columnsOf({ most, isOpen, show, resending, resend }: RowActs): readonly Column<Attempt>[] {
  const w = words.value;
  const mayResend = hasWebhooks() && mayChange();
  return [
    { head: w.time, class: 'webhooks-wide-only', cell: ({ at }) => <When iso={at} /> },
    { head: w.hooks.result, cell: (attempt) => <Result attempt={attempt} /> },
    { head: w.hooks.event, class: 'webhooks-told', cell: (attempt) => <Event attempt={attempt} /> },
    { head: w.hooks.attempt, class: 'webhooks-wide-only', cell: (attempt) => tryWord(attempt, most) },
    { head: w.hooks.code, class: 'number webhooks-not-phone', cell: ({ httpCode }) => httpCode ?? '—' },
    { head: w.hooks.took, class: 'number webhooks-not-phone', cell: ({ responseTime }) => formatMs(responseTime) },
    { head: w.hooks.next, class: 'webhooks-wide-only webhooks-next', cell: (attempt) => nextOf(attempt, isOpen) },
    {
      head: w.history.did,
      cell: (attempt) => (
        <>
          <button type="button" class="quiet" onClick={() => show(attempt)}>
            {attempt.status === 'failed' ? w.why : w.hooks.details}
          </button>{' '}
          {mayResend && attempt.kind !== 'test' && attempt.status === 'failed' && (
            <ActButton
              sending={resending.of(attempt.eventId)}
              class="quiet webhooks-not-phone"
              aria-label={w.hooks.resend}
              title={w.hooks.resend}
              act={() => resend(attempt.eventId)}
            >
              <Icon of={RotateCw} />
            </ActButton>
          )}
        </>
      ),
    },
  ];
}

function Event({ attempt }: { readonly attempt: Attempt }) {
  const w = words.value;
  return (
    <>
      {attempt.order === null ? (
        titleOf(attempt)
      ) : (
        <>
          <OrderLink of={attempt.order} />{' '}
          <span class="meta">{knownWord(w.eventNames, attempt.type) ?? attempt.type}</span>
        </>
      )}
      <span class="meta webhooks-narrow-only">
        <When iso={attempt.at} />
      </span>
    </>
  );
}

function nextOf({ nextAt }: Attempt, isOpen: boolean) {
  const w = words.value.hooks;
  if (nextAt === null) return '';
  if (!isOpen) return w.nextHeld;
  return Date.parse(nextAt) <= Date.now() ? w.atOnce : <When iso={nextAt} />;
}
