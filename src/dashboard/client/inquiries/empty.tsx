import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { Problem } from '../parts.tsx';
import { words, workspace } from '../state.ts';
import { say } from '../toast.tsx';
import { inquiriesOf } from './data.ts';
import { FORM_SNIPPET, serverSnippet } from './snippets.ts';

/** Nothing came in yet: how it would, and a sample to look at. */
export function EmptyInquiries({ isOff, changed }: { readonly isOff: boolean; readonly changed: () => void }) {
  const [error, setError] = useState<unknown>();
  const w = words.value.inquiries;
  const mayChange = workspace.value?.role !== 'viewer';
  const send = (): void => {
    setError(undefined);
    ask(inquiriesOf().sample.post({})).then(() => {
      say(w.sampleSent);
      changed();
    }, setError);
  };
  const code = serverSnippet(location.origin);
  return (
    <div class="empty inquiries-empty">
      <h2>{w.empty}</h2>
      <p>{w.emptyWhat}</p>
      {mayChange && !isOff && (
        <p>
          <button type="button" data-writes class="main" onClick={send}>
            {w.sendSample}
          </button>
        </p>
      )}
      {error !== undefined && <Problem error={error} />}
      <p class="what">
        {w.snippetPage} <CopyButton text={FORM_SNIPPET} what={w.snippetPage} />
      </p>
      <pre>{FORM_SNIPPET}</pre>
      <p class="what">
        {w.snippetServer} <CopyButton text={code} what={w.snippetServer} />
      </p>
      <pre>{code}</pre>
    </div>
  );
}
