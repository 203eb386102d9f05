import { useLocation } from 'preact-iso';
import { useLoaded } from '../../../data/use-loaded.ts';
import { type FlowName, loadFlow } from '../../../parts/flows.ts';
import { loadSettings } from '../../../parts/inquiries.ts';
import { SettingsPage } from '../../../parts/settings-nav.tsx';
import { STAGES, STATUSES } from '../../../parts/settings-pages.ts';
import { useGuardedRoute } from '../../../ui/leave.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';
import { CardForm } from '../card-form.tsx';
import { FlowEditor } from './flow-editor.tsx';

const ADDRESSES = { orders: STATUSES, inquiries: STAGES } as const;

export function FlowsPage() {
  const { path } = useLocation();
  const route = useGuardedRoute();
  const flow = path === STAGES ? 'inquiries' : 'orders';
  const w = words.value.flows;
  return (
    <SettingsPage title={w[flow].title}>
      <fieldset class="segments flows-which">
        <legend class="unseen">{words.value.settingsNav.statuses}</legend>
        {(['orders', 'inquiries'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === flow} onClick={() => route(ADDRESSES[one], true)}>
            {w[one].title}
          </button>
        ))}
      </fieldset>
      <FlowPart key={flow} flow={flow} />
    </SettingsPage>
  );
}

function FlowPart({ flow }: { readonly flow: FlowName }) {
  const loaded = useLoaded(() => loadFlow(flow), flow, { on: ['settings', 'inquiries'] });
  const { data, error, reload } = loaded;
  const w = words.value.flows[flow];
  return (
    <>
      <h2 class="unseen">{w.title}</h2>
      <p class="lead">{w.what}</p>
      <Waiting of={loaded} />
      {data?.own === false && <p class="note">{w.virtual}</p>}
      {data !== undefined && <FlowEditor flow={flow} steps={data.steps} changed={reload} />}
      {flow === 'inquiries' && <Cards isNext={data !== undefined || error !== undefined} />}
    </>
  );
}

/** @param isNext false until the part above has loaded, so that this part does not push the cards down */
function Cards({ isNext }: { readonly isNext: boolean }) {
  const cards = useLoaded(loadSettings, '', { on: ['inquiries'] });
  if (!isNext) return null;
  return (
    <>
      <Waiting of={cards} />
      {cards.data !== undefined && <CardForm data={cards.data} changed={cards.reload} />}
    </>
  );
}
