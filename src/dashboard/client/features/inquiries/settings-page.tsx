import { loadSettings } from '../../data/inquiries.ts';
import { isOwner } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { CardForm } from './card-form.tsx';
import { StageList } from './stage-list.tsx';

/** How the flow is set up: its stages, and what a card shows. */
export function InquirySettingsPage() {
  const loaded = useLoaded(loadSettings, '', { on: ['inquiries'] });
  const { data, reload } = loaded;
  const w = words.value.inquiries;
  useTitle(w.setUp);
  const owns = isOwner();
  return (
    <>
      <p class="crumb">
        <a href="/app/inquiries">← {w.back}</a>
      </p>
      <PageTitle>{w.setUp}</PageTitle>
      {!owns && <p class="note">{w.ownersOnly}</p>}
      <Waiting of={loaded} />
      {data !== undefined && owns && (
        <div class="inquiries-set-up">
          <StageList stages={data.stages} changed={reload} />
          <CardForm data={data} changed={reload} />
        </div>
      )}
    </>
  );
}
