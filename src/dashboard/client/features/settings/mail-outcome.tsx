import { pageWords } from '../../words/settings-pages.ts';
import type { Outcome } from './mail-data.ts';

interface MailOutcomeProps {
  readonly outcome: Outcome | undefined;
  /** True if a success would also have saved the settings. */
  readonly isSaving: boolean;
}

export function MailOutcome({ outcome, isSaving }: MailOutcomeProps) {
  const w = pageWords.value.mail;
  const failed = outcome?.failed;
  return (
    <div role="status" class="settings-outcome">
      {outcome?.failed === null && (
        <p class="note good">
          {isSaving && <strong>{w.saved} </strong>}
          {w.sent(outcome.to)}
        </p>
      )}
      {failed != null && (
        <div class="problem">
          <p>
            <strong>{isSaving ? w.notSaved : w.failed}</strong>
          </p>
          <p>
            {w.failedAt} <strong>{w.steps[failed.step]}</strong>. {w.advice[failed.step]}
          </p>
          <p class="meta">
            {w.said} <code>{failed.reason}</code>
          </p>
        </div>
      )}
    </div>
  );
}
