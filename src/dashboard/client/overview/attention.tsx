import { useState } from 'preact/hooks';
import { day, moment, plural } from '../format.ts';
import { Dialog, Problem } from '../parts.tsx';
import { Copied } from '../start/card.tsx';
import { refreshMe, words, workspace } from '../state.ts';
import { type AttentionLine, switchWebhooksOn } from './data.ts';

const SMTP_FLAGS = 'docket serve --smtp-url smtps://USER:PASSWORD@mail.example.com --mail-from docket@example.com';
const URGENT: ReadonlySet<AttentionLine['kind']> = new Set(['endpoint-suspended', 'webhooks-off']);

interface AttentionProps {
  readonly lines: readonly AttentionLine[];
  readonly changed: () => void;
}

/** What is out of order; each line ends in the one thing that mends it. */
export function AttentionList({ lines, changed }: AttentionProps) {
  const [error, setError] = useState<unknown>();
  const [isMail, setIsMail] = useState(false);
  const w = words.value.overview;
  const switchOn = (): void => {
    setError(undefined);
    switchWebhooksOn(workspace.value?.id ?? '')
      .then(refreshMe)
      .then(changed, setError);
  };
  return (
    <section class="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">{w.attention}</h2>
      {error !== undefined && <Problem error={error} />}
      {lines.length === 0 ? (
        <p class="calm">
          <span aria-hidden="true">✓ </span>
          {w.nothing}
        </p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={`${line.kind} ${'id' in line ? line.id : ''}`} class={URGENT.has(line.kind) ? 'urgent' : ''}>
              <span>{textOf(line)}</span>
              <Mend line={line} switchOn={switchOn} showMail={() => setIsMail(true)} />
            </li>
          ))}
        </ul>
      )}
      {isMail && (
        <Dialog title={w.mailTitle} onClose={() => setIsMail(false)}>
          <p>{w.mailHow}</p>
          <Copied text={SMTP_FLAGS} label={w.mailTitle} />
          <div class="actions">
            <button type="button" class="main" onClick={() => setIsMail(false)}>
              {words.value.close}
            </button>
          </div>
        </Dialog>
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
    case 'orders-untouched':
      return `${plural(line.count, w.ordersUntouched)} (${w.oldest(day(line.oldest))}).`;
    case 'orders-partial':
      return `${plural(line.count, w.ordersPartial)} (${w.oldest(day(line.oldest))}).`;
    case 'key-unused':
      return line.lastUsedAt === null ? w.keyNeverUsed(line.name) : w.keyUnused(line.name, moment(line.lastUsedAt));
    case 'mail-off':
      return w.mailOff;
    default:
      return line satisfies never;
  }
}

interface MendProps {
  readonly line: AttentionLine;
  readonly switchOn: () => void;
  readonly showMail: () => void;
}

function Mend({ line, switchOn, showMail }: MendProps) {
  const w = words.value.overview;
  const link = (to: string, text: string) => (
    <a class="button" href={to}>
      {text}
    </a>
  );
  switch (line.kind) {
    case 'endpoint-suspended':
      return link(`/app/webhooks/${line.id}`, w.resume);
    case 'endpoint-failing':
      return link(`/app/webhooks/${line.id}`, w.seeWhy);
    case 'webhooks-off':
      if (workspace.value?.role !== 'owner') return link('/app/webhooks', w.seeWebhooks);
      return (
        <button type="button" data-writes onClick={switchOn}>
          {w.switchOn}
        </button>
      );
    case 'orders-untouched':
    case 'orders-partial':
      return link(`/app/orders?${line.filter}`, w.showOrders);
    case 'key-unused':
      return link('/app/keys', w.seeKey);
    case 'mail-off':
      return (
        <button type="button" onClick={showMail}>
          {w.setMail}
        </button>
      );
    default:
      return line satisfies never;
  }
}
