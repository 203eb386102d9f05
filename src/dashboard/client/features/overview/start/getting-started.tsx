import { useState } from 'preact/hooks';
import { ownsInstallation } from '../../../data/me.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { words } from '../../../words/words.ts';
import { type CardName, loadFacts, statesOf } from './facts.ts';
import { useKept } from './kept.ts';
import { KeyCard } from './key-card.tsx';
import { ServerCard } from './server-card.tsx';
import { BackupCard, MailCard } from './upkeep-cards.tsx';
import { useWaiting } from './use-waiting.ts';

/** The first steps of a shop; folds into one line when they are done. */
export function GettingStarted({ workspaceId }: { readonly workspaceId: string }) {
  const { data: facts, error, reload } = useLoaded(() => loadFacts(workspaceId), workspaceId);
  const [kept, keep] = useKept(workspaceId);
  const [isOpen, setIsOpen] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const [isResending, setIsResending] = useState(false);
  const states = facts === undefined ? undefined : statesOf(facts, kept.aside);
  const isSending = isTesting || isResending;
  useWaiting(states?.key === 'waiting' || states?.server === 'waiting' || isSending, reload);
  const w = words.value.start;
  if (kept.isHidden) return null;
  if (facts === undefined || states === undefined) {
    return error === undefined ? (
      <p class="loading">{words.value.loading}</p>
    ) : (
      <Problem error={error} retry={reload} />
    );
  }
  const own = ownsInstallation();
  const steps = own ? Object.values(states) : [states.key, states.server];
  const settled = steps.filter((state) => state === 'done' || state === 'later').length;
  if (settled === steps.length && !isOpen && !isSending) {
    return (
      <section class="start-all-done" aria-label={w.title}>
        <p>
          <span aria-hidden="true">✓ </span>
          {w.allDone}
        </p>
        <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
          {w.show}
        </button>
        <button type="button" class="quiet" onClick={() => keep({ ...kept, isHidden: true })}>
          {w.hide}
        </button>
      </section>
    );
  }
  const putAway = (name: CardName) => (isAway: boolean) =>
    keep({ ...kept, aside: [...kept.aside.filter((one) => one !== name), ...(isAway ? [name] : [])] });
  return (
    <section aria-labelledby="start-title">
      <div class="head start-steps-head">
        <h2 id="start-title">{w.title}</h2>
        <span class="meta">
          {settled} {w.of} {steps.length}
        </span>
      </div>
      <p class="lead">{w.lead}</p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      <ol class="start-steps">
        <KeyCard facts={facts} state={states.key} changed={reload} />
        <ServerCard
          facts={facts}
          state={states.server}
          changed={reload}
          sending={{ test: setIsTesting, resend: setIsResending }}
        />
        {own && (
          <>
            <MailCard state={states.mail} putAway={putAway('mail')} />
            <BackupCard state={states.backup} putAway={putAway('backup')} />
          </>
        )}
      </ol>
    </section>
  );
}
