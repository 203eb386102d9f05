import { isOwner, refreshMe, workspaceId } from '../../data/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { day, moment, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Sending, useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { type AttentionLine, switchWebhooksOn } from './data.ts';

const URGENT: ReadonlySet<AttentionLine['kind']> = new Set([
  'file-damaged',
  'disk-failed',
  'backup-failed',
  'backup-old',
  'backup-place',
  'backup-asks',
  'endpoint-suspended',
  'webhooks-off',
  'mail-locked',
]);

interface AttentionProps {
  readonly lines: readonly AttentionLine[];
  readonly changed: () => void;
}

export function AttentionList({ lines, changed }: AttentionProps) {
  const sending = useSending();
  const w = words.value.overview;
  const switchOn = async (): Promise<void> => {
    await switchWebhooksOn(workspaceId());
    await refreshMe();
    changed();
  };
  // Only an owner can act on such lines. So only an owner is told that there are none.
  if (lines.length === 0 && !isOwner()) return null;
  return (
    <section class="overview-attention" aria-labelledby="attention-title">
      <h2 id="attention-title">{w.attention}</h2>
      <Problem error={sending.error} />
      {lines.length === 0 ? (
        <p class="overview-calm">
          <span aria-hidden="true">✓ </span>
          {w.nothing}
        </p>
      ) : (
        <ul class="plain">
          {lines.map((line) => (
            <li
              key={`${line.kind} ${'id' in line ? line.id : ''}`}
              class={URGENT.has(line.kind) ? 'overview-urgent' : ''}
            >
              <span>{textOf(line)}</span>
              <Mend line={line} sending={sending} switchOn={switchOn} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function textOf(line: AttentionLine): string {
  const w = words.value.overview;
  switch (line.kind) {
    case 'endpoint-suspended':
      return w.endpointSuspended(line.url, moment(line.since));
    case 'endpoint-failing':
      return w.endpointFailing(line.url, moment(line.since));
    case 'webhooks-off':
      return plural(line.count, w.webhooksOff);
    case 'orders-partial':
      return `${plural(line.count, w.ordersPartial)} (${w.oldest(day(line.oldest))}).`;
    case 'key-unused':
      return line.lastUsedAt === null ? w.keyNeverUsed(line.name) : w.keyUnused(line.name, moment(line.lastUsedAt));
    case 'file-damaged':
      return w.fileDamaged;
    case 'disk-failed':
      return w.diskFailed;
    case 'backup-failed':
      return w.backupFailed(line.since === null ? null : moment(line.since));
    case 'backup-old':
      return w.backupOld(line.since === null ? null : moment(line.since));
    case 'backup-place':
      return w.backupPlace(line.target);
    case 'backup-asks':
      return w.backupAsks;
    case 'mail-off':
      return w.mailOff;
    case 'mail-locked':
      return w.mailLocked;
    default:
      return line satisfies never;
  }
}

interface MendProps {
  readonly line: AttentionLine;
  readonly sending: Sending;
  readonly switchOn: () => Promise<void>;
}

function Mend({ line, sending, switchOn }: MendProps) {
  const w = words.value.overview;
  const link = (to: string, text: string) => (
    <a class="button" href={to}>
      {text}
    </a>
  );
  switch (line.kind) {
    case 'endpoint-suspended':
      return link(`/app/webhooks/${line.id}`, isOwner() ? w.resume : w.seeWhy);
    case 'endpoint-failing':
      return link(`/app/webhooks/${line.id}`, w.seeWhy);
    case 'webhooks-off':
      if (!isOwner()) return link('/app/webhooks', w.seeWebhooks);
      return (
        <ActButton sending={sending} act={switchOn}>
          {w.switchOn}
        </ActButton>
      );
    case 'orders-partial':
      return link(`/app/orders?${line.filter}`, w.showOrders);
    case 'key-unused':
      return link('/app/keys', w.seeKey);
    case 'file-damaged':
    case 'disk-failed':
      // These problems are fixed on the machine where Docket runs, not on this page.
      return <code>docket check</code>;
    case 'backup-failed':
    case 'backup-old':
    case 'backup-place':
    case 'backup-asks':
      return link('/app/settings/backups', w.seeBackups);
    case 'mail-off':
    case 'mail-locked':
      return link('/app/settings/mail', w.setMail);
    default:
      return line satisfies never;
  }
}
