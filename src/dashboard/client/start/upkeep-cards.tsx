import { words } from '../state.ts';
import { Card, Copied } from './card.tsx';
import type { CardState } from './facts.ts';

interface UpkeepProps {
  readonly state: CardState;
  readonly putAway: (isAway: boolean) => void;
}

const SMTP_FLAGS = 'docket serve --smtp-url smtps://USER:PASSWORD@mail.example.com --mail-from docket@example.com';
const TRY_MAIL = 'docket mail test --smtp-url smtps://USER:PASSWORD@mail.example.com --mail-from docket@example.com';
const COPY = 'docket backup /mnt/another-disk/docket/';

/** Whether alerts leave the machine. */
export function MailCard({ state, putAway }: UpkeepProps) {
  const w = words.value.start;
  return (
    <Card number={3} title={w.mailTitle} state={state}>
      <p>{w.mailWhat}</p>
      <p>{state === 'done' ? w.mailOn : w.mailOff}</p>
      <Copied text={state === 'done' ? TRY_MAIL : SMTP_FLAGS} label={w.mailTitle}>
        {state !== 'done' && (
          <button type="button" class="quiet" onClick={() => putAway(state !== 'later')}>
            {state === 'later' ? w.takeUp : w.setAside}
          </button>
        )}
      </Copied>
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
