import { ask } from '../../data/api.ts';
import { inquiriesOf } from '../../data/inquiries.ts';
import { workspace } from '../../data/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { FORM_SNIPPET, serverSnippet } from './snippets.ts';

/** Nothing came in yet: how it would, and a sample to look at. */
export function EmptyInquiries({ isOff, changed }: { readonly isOff: boolean; readonly changed: () => void }) {
  const sending = useSending();
  const w = words.value.inquiries;
  const mayChange = workspace.value?.role !== 'viewer';
  const send = async (): Promise<void> => {
    await ask(inquiriesOf().sample.post({}));
    say(w.sampleSent);
    changed();
  };
  const code = serverSnippet(location.origin);
  return (
    <div class="empty inquiries-empty">
      <h2>{w.empty}</h2>
      <p>{w.emptyWhat}</p>
      {mayChange && !isOff && (
        <p>
          <ActButton sending={sending} class="main" act={send}>
            {w.sendSample}
          </ActButton>
        </p>
      )}
      {sending.error !== undefined && <Problem error={sending.error} />}
      <p class="inquiries-what">
        {w.snippetPage} <CopyButton text={FORM_SNIPPET} what={w.snippetPage} />
      </p>
      <pre>{FORM_SNIPPET}</pre>
      <p class="inquiries-what">
        {w.snippetServer} <CopyButton text={code} what={w.snippetServer} />
      </p>
      <pre>{code}</pre>
    </div>
  );
}
