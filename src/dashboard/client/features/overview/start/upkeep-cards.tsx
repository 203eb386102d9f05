import { words } from '../../../words/words.ts';
import { Card, Copied } from './card.tsx';
import type { CardState } from './facts.ts';

interface UpkeepProps {
  readonly state: CardState;
  readonly putAway: (isAway: boolean) => void;
}

const COPY = 'docket backup /mnt/another-disk/docket/';

/** Whether alerts leave the machine. */
export function MailCard({ state, putAway }: UpkeepProps) {
  const w = words.value.start;
  return (
    <Card number={3} title={w.mailTitle} state={state}>
      <p>{w.mailWhat}</p>
      <p>{state === 'done' ? w.mailOn : w.mailOff}</p>
      <div class="start-card-buttons">
        <a class={state === 'open' ? 'button main' : 'button'} href="/app/settings/mail">
          {state === 'done' ? w.tryMail : w.setMail}
        </a>
        {state !== 'done' && (
          <button type="button" class="quiet" onClick={() => putAway(state !== 'later')}>
            {state === 'later' ? w.takeUp : w.setAside}
          </button>
        )}
      </div>
    </Card>
  );
}

/** Backups are on from the start; whether the place is a good one the reader says. */
export function BackupCard({ state, putAway }: UpkeepProps) {
  const w = words.value.start;
  return (
    <Card number={4} title={w.backupTitle} state={state}>
      <p>{w.backupWhat}</p>
      <Copied text={COPY} label={w.backupTitle}>
        <button type="button" class="quiet" onClick={() => putAway(state !== 'done')}>
          {state === 'done' ? w.takeUp : w.backupDone}
        </button>
        <a href="/app/settings/backups">{w.seeBackups}</a>
      </Copied>
    </Card>
  );
}
