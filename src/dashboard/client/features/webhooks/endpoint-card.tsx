import { hasWebhooks, isOwner, workspace } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import type { Endpoint } from '../../parts/endpoints.ts';
import { EVENT_TYPES, type Health, loadMissed } from '../../parts/webhooks.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DAY_MS, formatTime } from '../../ui/format.ts';
import { formatMoment, formatMs, formatShare, When } from '../../ui/times.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import type { HealthProps } from './endpoint-props.ts';
import { TestResume } from './test-resume.tsx';
import { TurnedOff } from './turned-off.tsx';
import { Cause, ChangeAddress, causeOf } from './why.tsx';

const TONES = { active: 'good', failing: 'busy', suspended: 'bad', off: 'idle' } as const;

const MONTH_MS = 30 * DAY_MS;

const RANKS = { suspended: 0, failing: 1, active: 2, off: 3 } as const;
const rankOf = (endpoint: Endpoint): number => (endpoint.secretLost ? 0 : RANKS[stateOf(endpoint)]);
export const byNeed = (list: readonly Endpoint[]): Endpoint[] => list.toSorted((a, b) => rankOf(a) - rankOf(b));

/**
 * Returns the state of an endpoint. While webhooks are off in the workspace, every endpoint except a suspended one is
 * off.
 */
export function stateOf({ state }: Endpoint): Endpoint['state'] {
  const isHeld = workspace.value?.webhooksEnabled === false || !hasWebhooks();
  return isHeld && state !== 'suspended' ? 'off' : state;
}

export function State({ endpoint, health }: Omit<HealthProps, 'changed'>) {
  const w = words.value.hooks;
  const state = stateOf(endpoint);
  const failing = state === 'failing' && endpoint.failingSince !== null;
  return (
    <span class="webhooks-state">
      <Chip tone={TONES[state]}>{w[state]}</Chip>
      {endpoint.secretLost && <span class="webhooks-missed">{w.secretLost}</span>}
      {failing && (
        <span class="meta">
          {/* The number is counted in the last attempts only. If all of them failed, the true number may be higher,
              so no number is shown. */}
          {health !== undefined && health.failuresInARow > 0 && !health.orMore && (
            <>{w.inARow(health.failuresInARow)}, </>
          )}
          {w.since} {formatMoment(endpoint.failingSince ?? '')}
        </span>
      )}
    </span>
  );
}

export function EndpointCard({ endpoint, health, changed }: HealthProps) {
  const w = words.value;
  const { data: missed } = useLoaded(() => loadMissed(endpoint.id, String(Date.now() - MONTH_MS)), endpoint.id);
  const lost = missed === undefined ? 0 : missed.failed + missed.missed;
  const to = `/app/webhooks/${endpoint.id}`;
  const cause = causeOf(health);
  const why = cause !== undefined && <Cause explanation={cause} />;
  return (
    <li class="webhooks-endpoint">
      <a href={to}>
        <Breakable text={endpoint.url} />
      </a>
      <State endpoint={endpoint} health={health} />
      {!endpoint.enabled && (
        <div class="webhooks-stopped">
          <TurnedOff endpoint={endpoint} changed={changed} />
        </div>
      )}
      {endpoint.state === 'suspended' ? (
        <div class="webhooks-stopped">
          <TestResume endpoint={endpoint} changed={changed} resumed={() => say(w.hooks.resumed)}>
            {why}
          </TestResume>
        </div>
      ) : (
        stateOf(endpoint) === 'failing' && (
          <div class="webhooks-stopped">
            {why}
            <ChangeAddress to={to} health={health} />
          </div>
        )
      )}
      {health !== undefined && health.beats.length > 0 ? (
        <Figures health={health} />
      ) : (
        <p class="meta">{w.hooks.noAttemptsYet}</p>
      )}
      <p class="meta">
        {endpoint.events.length === EVENT_TYPES.length
          ? w.hooks.allEvents
          : endpoint.events.map((type) => w.eventNames[type]).join(' · ')}
        {health !== undefined && health.waiting > 0 && <> · {w.hooks.waiting(health.waiting)}</>}
      </p>
      {lost > 0 && (
        <p class="webhooks-missed" title={w.hooks.missedOff}>
          {w.hooks.missedNote(lost)} {isOwner() && <a href={`${to}?recover=1`}>{w.hooks.sendThem}</a>}
        </p>
      )}
    </li>
  );
}

function Figures({ health }: { readonly health: Health }) {
  const w = words.value.hooks;
  return (
    <>
      <Strip beats={health.beats} />
      <p class="meta webhooks-figures">
        <span>
          {w.lastAttempts(health.beats.length)}: {w.delivered(formatShare(health.successRate ?? 0))}
        </span>
        {health.medianMs !== null && health.p95Ms !== null && health.successRate !== 0 && (
          <>
            <span>
              {w.median} {formatMs(health.medianMs)}
            </span>
            <span>
              {w.p95} {formatMs(health.p95Ms)}
            </span>
          </>
        )}
        <span>
          {w.lastSuccess}: {health.lastSuccessAt === null ? w.never : <When iso={health.lastSuccessAt} />}
        </span>
      </p>
    </>
  );
}

const MOST = 50;
const STEP = 6;
const BAR = 4;
const HEIGHT = 24;
/**
 * The height of a failed attempt's bar. It is shorter than the others, so that its color is not the only difference.
 */
const SHORT = 10;

function Strip({ beats }: { readonly beats: Health['beats'] }) {
  const w = words.value.hooks;
  const failed = beats.filter(({ succeeded }) => !succeeded).length;
  const free = MOST - beats.length;
  return (
    <svg
      class="webhooks-strip"
      viewBox={`0 0 ${MOST * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={w.strip(beats.length, failed, beats.at(-1)?.succeeded === true)}
    >
      {Array.from({ length: free }, (_, at) => (
        <rect key={at} class="webhooks-none" x={at * STEP + 1} y={HEIGHT - 3} width={BAR} height={2} />
      ))}
      {beats.map(({ at, succeeded, httpCode, responseTime }, index) => (
        <rect
          key={free + index}
          class={succeeded ? 'good' : 'bad'}
          x={(free + index) * STEP + 1}
          y={succeeded ? 1 : HEIGHT - SHORT - 1}
          width={BAR}
          height={succeeded ? HEIGHT - 2 : SHORT}
        >
          <title>
            {formatTime(at)} · {succeeded ? words.value.hooks.succeeded : words.value.hooks.failed} · {httpCode ?? '—'}{' '}
            · {formatMs(responseTime)}
          </title>
        </rect>
      ))}
    </svg>
  );
}
