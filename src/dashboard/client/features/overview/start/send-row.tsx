import { useEffect, useState } from 'preact/hooks';
import { ActButton } from '../../../ui/act-button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { stepWords } from '../../../words/start-steps.ts';
import type { Outcome } from './facts.ts';

interface SendRowProps {
  readonly label: string;
  readonly send: () => Promise<unknown>;
  /** The outcome of what was sent last. */
  readonly outcome: Outcome | null;
  readonly changed: () => void;
  readonly sending: (isSending: boolean) => void;
}

/** A button that sends something, with the outcome next to it. */
export function SendRow({ label, send, outcome, changed, sending }: SendRowProps) {
  const pressed = useSending();
  /** The time of the outcome that was visible when the button was pressed. */
  const [since, setSince] = useState<{ readonly at: string | undefined }>();
  const isSending = since !== undefined && since.at === outcome?.at;
  useEffect(() => {
    sending(isSending);
    return () => sending(false);
  }, [isSending]);
  const act = async (): Promise<void> => {
    setSince({ at: outcome?.at });
    try {
      await send();
      changed();
    } catch (problem) {
      setSince(undefined);
      throw problem;
    }
  };
  const w = stepWords.value;
  return (
    <>
      <div class="start-send-row">
        <ActButton sending={pressed} act={act} disabled={isSending}>
          {label}
        </ActButton>
        <span role="status">{isSending ? w.sending : outcome !== null && <Result outcome={outcome} />}</span>
      </div>
      {!isSending && outcome !== null && outcome.explanation !== null && (
        <div class="note">
          <p>{outcome.explanation.what}.</p>
          <p>{outcome.explanation.next}</p>
        </div>
      )}
      <Problem error={pressed.error} />
    </>
  );
}

function Result({ outcome }: { readonly outcome: Outcome }) {
  const w = stepWords.value;
  const isGood = outcome.status === 'succeeded';
  return (
    <>
      <Chip tone={isGood ? 'good' : 'bad'}>{isGood ? w.delivered : w.failed}</Chip>{' '}
      <span class="meta">
        {outcome.httpCode !== null && `${outcome.httpCode} · `}
        {outcome.responseTime} {w.ms}
      </span>
    </>
  );
}
