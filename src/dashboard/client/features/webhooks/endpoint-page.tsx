import { useEffect, useRef, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { useHint } from '../../data/live.ts';
import { hasWebhooks, workspace } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { loadAttempts, loadEndpoints, loadHealth, resend } from '../../parts/webhooks.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSendings } from '../../ui/sending.ts';
import { useQuery } from '../../ui/use-query.ts';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { AttemptsTab } from './attempts-tab.tsx';
import { State, stateOf } from './endpoint-card.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { SuspendedPanel } from './suspended-panel.tsx';
import { causeOf, Why } from './why.tsx';

/** Long enough for an attempt that is under way. */
const LOOK_AGAIN_MS = [0, 300, 1_000, 3_000];

export function EndpointPage() {
  const id = useRoute().params['id'] ?? '';
  const { path, query } = useQuery();
  const list = useLoaded(loadEndpoints, id);
  const health = useLoaded(loadHealth, id);
  const history = useLoaded(() => loadAttempts(id), id);
  const resending = useSendings();
  const [isResumed, setResumed] = useState(false);
  const endpoint = list.data?.find((one) => one.id === id);
  const w = words.value;

  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  /** Set while the endpoint is removed: the hint of it may come before its answer, and there is nothing to look at any more. */
  const isLeaving = useRef(false);
  const refresh = (): void => {
    if (isLeaving.current) return;
    for (const one of [list, health, history]) one.reload();
  };
  useHint('webhooks', refresh);
  useTitle(w.webhooks);
  const changed = (): void => {
    resending.reset();
    for (const ms of LOOK_AGAIN_MS) timers.current.push(setTimeout(refresh, ms));
  };
  const stopLooking = (): void => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  };
  // Whoever comes back to this tab of the browser sees what happened meanwhile.
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      stopLooking();
    };
  }, [id]);

  const back = (
    <p>
      <a href="/app/webhooks">← {w.hooks.back}</a>
    </p>
  );
  if (list.data !== undefined && endpoint === undefined) {
    return (
      <>
        {back}
        <h1>{w.hooks.noEndpoint}</h1>
        <p>{w.hooks.noEndpointWhat}</p>
      </>
    );
  }
  const own = health.data?.find((one) => one.id === id);
  const cause = causeOf(own);
  const settings = query['tab'] === 'settings';
  return (
    <>
      {back}
      <div class="head">
        {/* Within a box of its own it stays on a phone, whose head has no room for it. */}
        <div>
          <PageTitle>{endpoint !== undefined && <Breakable text={endpoint.url} />}</PageTitle>
        </div>
        {endpoint !== undefined && <State endpoint={endpoint} health={own} />}
      </div>
      {!hasWebhooks() && (
        <p class="note">
          {w.hooks.planWhat} <SettingsLink />
        </p>
      )}
      {hasWebhooks() && workspace.value?.webhooksEnabled === false && (
        <p class="note">
          {w.hooks.isOff}. {w.hooks.offWhat}
        </p>
      )}
      {cause !== undefined && endpoint !== undefined && stateOf(endpoint) === 'failing' && <Why explanation={cause} />}
      {endpoint?.state === 'suspended' && (
        <SuspendedPanel endpoint={endpoint} health={own} changed={changed} resumed={() => setResumed(true)} />
      )}
      <div role="status">
        {isResumed && endpoint?.state !== 'suspended' && <p class="note good">{w.hooks.resumed}</p>}
      </div>
      <nav class="tabs" aria-label={w.hooks.tabs}>
        <a href={path} aria-current={settings ? undefined : 'page'}>
          {w.hooks.tabAttempts}
        </a>
        <a href={`${path}?tab=settings`} aria-current={settings ? 'page' : undefined}>
          {w.hooks.tabSettings}
        </a>
      </nav>
      <Problem error={resending.error} retry={refresh} />
      <Problem error={list.error} retry={refresh} />
      <Problem error={history.error} retry={refresh} />
      {endpoint !== undefined && settings && (
        <SettingsTab
          endpoint={endpoint}
          health={own}
          changed={changed}
          leaving={(leaves) => {
            isLeaving.current = leaves;
            if (leaves) stopLooking();
          }}
        />
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
