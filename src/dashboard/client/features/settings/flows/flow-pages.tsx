import { useLoaded } from '../../../data/use-loaded.ts';
import { type FlowName, loadFlow } from '../../../parts/flows.ts';
import { loadSettings } from '../../../parts/inquiries.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';
import { CardForm } from '../card-form.tsx';
import { SettingsNav } from '../nav.tsx';
import { FlowEditor } from './flow-editor.tsx';

function FlowPart({ flow }: { readonly flow: FlowName }) {
  const loaded = useLoaded(() => loadFlow(flow), flow, { on: ['settings', 'inquiries'] });
  const { data, reload } = loaded;
  const w = words.value.flows[flow];
  useTitle(w.title);
  return (
    <>
      <SettingsNav />
      <h2>{w.title}</h2>
      <p class="lead">{w.what}</p>
      <Waiting of={loaded} />
      {data?.own === false && <p class="note">{w.virtual}</p>}
      {data !== undefined && <FlowEditor flow={flow} steps={data.steps} changed={reload} />}
    </>
  );
}

/** The statuses of an order. */
export const StatusesPage = () => (
  <div class="settings-page">
    <FlowPart flow="orders" />
  </div>
);

/** The stages of an inquiry, and the content of its card. */
export function StagesPage() {
  const cards = useLoaded(loadSettings, '', { on: ['inquiries'] });
  return (
    <div class="settings-page">
      <FlowPart flow="inquiries" />
      <Waiting of={cards} />
      {cards.data !== undefined && <CardForm data={cards.data} changed={cards.reload} />}
    </div>
  );
}
