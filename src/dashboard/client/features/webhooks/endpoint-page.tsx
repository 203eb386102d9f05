import { useEffect, useRef, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { useHint } from '../../data/live.ts';
import { hasWebhooks, isOwner, workspace } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadEndpoints } from '../../parts/endpoints.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { loadHealth, loadHistory, resend } from '../../parts/webhooks.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { formatTime } from '../../ui/format.ts';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSendings } from '../../ui/sending.ts';
import { useAddress } from '../../ui/use-query.ts';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { AttemptsTab } from './attempts-tab.tsx';
import { State, stateOf } from './endpoint-card.tsx';
import type { HealthProps } from './endpoint-props.ts';
import { SettingsTab } from './settings-tab.tsx';
import { TestResume } from './test-resume.tsx';
import { TurnedOff } from './turned-off.tsx';
import { Cause, ChangeAddress, causeOf, Why } from './why.tsx';

/**
 * The delays of the reloads, counted from the user's action. The action may start a delivery attempt, which has usually
 * ended by the last reload.
 */
const LOOK_AGAIN_MS = [0, 300, 1_000, 3_000];

function useEndpoint(id: string) {
  const list = useLoaded(loadEndpoints, id);
  const health = useLoaded(loadHealth, id);
  const history = useLoaded(() => loadHistory(id), id);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  /**
   * True while the endpoint is being deleted. The page must not reload the endpoint then. The server may announce the
   * deletion before it answers the request, and loading the endpoint would fail.
   */
  const isLeaving = useRef(false);
  const refresh = (): void => {
    if (isLeaving.current) return;
    for (const one of [list, health, history]) one.reload();
  };
  useHint('webhooks', refresh);
  const stopLooking = (): void => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  };
  // A reader who returns to this browser tab sees the latest events.
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      stopLooking();
    };
  }, [id]);
  // The endpoint is shown only once its health is known. Otherwise a warning above it would appear later and move the
  // page.
  const isKnown = health.data !== undefined || health.error !== undefined;
  const endpoints = isKnown ? list.data : undefined;
  const endpoint = endpoints?.find((one) => one.id === id);
  return {
    list,
    history,
    refresh,
    endpoint,
    isUnknown: endpoints !== undefined && endpoint === undefined,
    health: health.data?.find((one) => one.id === id),
    lookAgain: () => {
      for (const ms of LOOK_AGAIN_MS) timers.current.push(setTimeout(refresh, ms));
    },
    leaving: (leaves: boolean) => {
      isLeaving.current = leaves;
      if (leaves) stopLooking();
    },
  };
}

const Back = () => <Crumb to="/app/webhooks">{words.value.hooks.back}</Crumb>;

export function EndpointPage() {
  const id = useRoute().params['id'] ?? '';
  const { value } = useAddress();
  const { list, history, endpoint, isUnknown, health, refresh, lookAgain, leaving } = useEndpoint(id);
  const resending = useSendings();
  const w = words.value;
  useTitle(w.webhooks);
  const changed = (): void => {
    resending.reset();
    lookAgain();
  };
  if (isUnknown) {
    return (
      <>
        <Back />
        <h1>{w.hooks.noEndpoint}</h1>
        <p>{w.hooks.noEndpointWhat}</p>
      </>
    );
  }
  const settings = value('tab') === 'settings';
  return (
    <>
      <Back />
      <div class="head">
        {/* On a phone, page titles are hidden outside such a box. The URL does not fit into the phone's top bar, so
            it stays visible here. */}
        <div>
          <PageTitle>{endpoint !== undefined && <Breakable text={endpoint.url} />}</PageTitle>
        </div>
        {endpoint !== undefined && <State endpoint={endpoint} health={health} />}
      </div>
      <Shut />
      {endpoint !== undefined && <Trouble endpoint={endpoint} health={health} changed={changed} />}
      {endpoint !== undefined && <Tabs settings={settings} />}
      <Problem error={resending.error} retry={refresh} />
      <Problem error={list.error} retry={refresh} />
      <Problem error={history.error} retry={refresh} />
      {endpoint !== undefined && settings && (
        <SettingsTab endpoint={endpoint} health={health} changed={changed} leaving={leaving} />
      )}
      {endpoint !== undefined && history.data !== undefined && !settings && (
        <AttemptsTab
          endpoint={endpoint}
          history={history.data}
          changed={changed}
          resending={resending}
          resend={(eventId) => resend(id, eventId).then(changed)}
        />
      )}
    </>
  );
}

function Shut() {
  const w = words.value.hooks;
  if (!hasWebhooks()) {
    return (
      <p class="note">
        {w.planWhat} <SettingsLink />
      </p>
    );
  }
  return workspace.value?.webhooksEnabled === false ? (
    <p class="note">
      {w.isOff}. {w.offWhat} {isOwner() && <a href="/app/webhooks">{w.switchWebhooksOn}</a>}
    </p>
  ) : null;
}

function Trouble({ endpoint, health, changed }: HealthProps) {
  const [isResumed, setResumed] = useState(false);
  const { path } = useAddress();
  const cause = causeOf(health);
  const isSuspended = endpoint.state === 'suspended';
  return (
    <>
      {!endpoint.enabled && (
        <section class="panel">
          <TurnedOff endpoint={endpoint} changed={changed} />
        </section>
      )}
      {cause !== undefined && stateOf(endpoint) === 'failing' && (
        <Why explanation={cause}>
          <ChangeAddress to={path} health={health} />
        </Why>
      )}
      {isSuspended && (
        <SuspendedPanel endpoint={endpoint} health={health} changed={changed} resumed={() => setResumed(true)} />
      )}
      <div role="status">{isResumed && !isSuspended && <p class="note good">{words.value.hooks.resumed}</p>}</div>
    </>
  );
}

interface SuspendedPanelProps extends HealthProps {
  readonly resumed: () => void;
}

function SuspendedPanel({ endpoint, health, ...after }: SuspendedPanelProps) {
  const w = words.value.hooks;
  const last = health?.lastFailure ?? null;
  return (
    <section class="panel bad" aria-labelledby="suspended-title">
      <h2 id="suspended-title">{w.suspendedTitle}</h2>
      <p>{w.suspendedWhy}</p>
      {endpoint.failingSince !== null && (
        <p>{w.suspendedSince(formatTime(endpoint.failingSince), formatTime(last?.at ?? endpoint.suspendedAt ?? ''))}</p>
      )}
      <TestResume endpoint={endpoint} main {...after}>
        {last !== null && last.explanation !== null && <Cause explanation={last.explanation} />}
      </TestResume>
    </section>
  );
}

function Tabs({ settings }: { readonly settings: boolean }) {
  const { path } = useAddress();
  const w = words.value.hooks;
  return (
    <nav class="tabs" aria-label={w.tabs}>
      <a href={path} aria-current={settings ? undefined : 'page'}>
        {w.tabAttempts}
      </a>
      <a href={`${path}?tab=settings`} aria-current={settings ? 'page' : undefined}>
        {words.value.settings.title}
      </a>
    </nav>
  );
}
