import { useHint } from '../live.ts';
import { Problem, useLoaded } from '../parts.tsx';
import { words, workspace } from '../state.ts';
import { useTitle } from '../use-title.ts';
import { CardForm } from './card-form.tsx';
import { loadSettings } from './data.ts';
import { StageList } from './stage-list.tsx';

/** How the flow is set up: its stages, and what a card shows. */
export function InquirySettingsPage() {
  const { data, error, reload } = useLoaded(loadSettings, '');
  const w = words.value.inquiries;
  useTitle(w.setUp);
  useHint('inquiries', reload);
  const isOwner = workspace.value?.role === 'owner';
  return (
    <>
      <p class="crumb">
        <a href="/app/inquiries">← {w.back}</a>
      </p>
      <h1>{w.setUp}</h1>
      {!isOwner && <p class="note">{w.ownersOnly}</p>}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data === undefined && error === undefined && <p class="loading">{words.value.loading}</p>}
      {data !== undefined && isOwner && (
        <div class="set-up">
          <StageList stages={data.stages} changed={reload} />
          <CardForm data={data} changed={reload} />
        </div>
      )}
    </>
  );
}
