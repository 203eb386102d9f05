import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { hasWebhooks, mayChange, me } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { OrderLink } from '../../parts/order-link.tsx';
import { type Attempt, type Delivery, loadEvent, resend, sign, type Try } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { formatMs } from '../../ui/times.tsx';
import { words } from '../../words/words.ts';
import { curlOf } from './curl.ts';
import { pretty } from './event-choice.tsx';
import { Ladder } from './ladder.tsx';
import { Why } from './why.tsx';

export function titleOf({ type, order }: Pick<Attempt, 'type' | 'order'>): string {
  const w = words.value;
  const names: Readonly<Record<string, string>> = w.eventNames;
  const name = names[type];
  if (order === null) return name === undefined ? w.hooks.testEvent : w.hooks.sampleOf(name);
  return `${w.orders.order} ${order.num}: ${name ?? type}`;
}

export function tryWord({ kind, attempt }: Pick<Attempt, 'kind' | 'attempt'>, most: number): string {
  if (kind === 'scheduled') return words.value.hooks.tryOf(attempt, most);
  return kind === 'test' ? words.value.hooks.test : words.value.hooks.byHand;
}

const LOOK_AGAIN_MS = 1_000;

/**
 * The time of the newest outcome when the user pressed the button: at the first press, and at the last press. A time is
 * undefined if there was no outcome yet.
 */
interface SentAgain {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

function useEvent(id: string, eventId: string) {
  const [sent, setSent] = useState<SentAgain>();
  const isAwaited = ({ tries }: Delivery): boolean => sent !== undefined && byHand(tries)?.at === sent.last;
  const event = useLoaded(() => loadEvent(id, eventId), eventId, {
    on: ['webhooks'],
    again: (data) => (data !== undefined && isAwaited(data) ? LOOK_AGAIN_MS : undefined),
  });
  const latest = byHand(event.data?.tries ?? []);
  return {
    ...event,
    isAwaited: event.data !== undefined && isAwaited(event.data),
    outcome: sent !== undefined && latest?.at !== sent.first ? latest : undefined,
    wasSent: () => setSent({ first: sent === undefined ? latest?.at : sent.first, last: latest?.at }),
  };
}

const byHand = (tries: readonly Try[]): Try | undefined => tries.find(({ kind }) => kind === 'resend');

interface DrawerProps {
  readonly id: string;
  readonly attempt: Attempt;
  readonly most: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly changed: () => void;
}

export function AttemptDrawer({ id, attempt: opened, most, isOpen, onClose, changed }: DrawerProps) {
  const { data, error, outcome, isAwaited, wasSent } = useEvent(id, opened.eventId);
  const attempt = outcome ?? opened;
  const w = words.value;
  return (
    <Dialog title={titleOf(opened)} onClose={onClose}>
      <div class="webhooks-drawer">
        <p>
          <Result attempt={attempt} />{' '}
          {[tryWord(attempt, most), attempt.httpCode, formatMs(attempt.responseTime), formatTime(attempt.at)]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        {opened.order !== null && (
          <p>
            <OrderLink of={opened.order} />
          </p>
        )}
        <Failure attempt={attempt} />
        <Problem error={error} />
        {data !== undefined && (
          <>
            {data.ladder.length > 0 && <h3>{w.hooks.ladderTitle}</h3>}
            <Ladder delivery={data} isOpen={isOpen} />
            <Sent id={id} delivery={data} />
          </>
        )}
        <Actions
          id={id}
          attempt={opened}
          news={isAwaited ? w.hooks.sentAgain : outcome !== undefined && <News outcome={outcome} />}
          sent={() => {
            wasSent();
            changed();
          }}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

export const Result = ({ attempt: { status } }: { readonly attempt: Pick<Try, 'status'> }) => (
  <Chip tone={status === 'succeeded' ? 'good' : 'bad'}>{words.value.hooks[status]}</Chip>
);

/** Shows the outcome of resending next to the button, because the top of a long dialog is out of sight. */
const News = ({ outcome }: { readonly outcome: Try }) => (
  <>
    <Result attempt={outcome} />{' '}
    {[outcome.httpCode, formatMs(outcome.responseTime)].filter((part) => part !== null).join(' · ')}
  </>
);

function Failure({ attempt: { explanation, httpCode, response } }: { readonly attempt: Try }) {
  const w = words.value.hooks;
  if (explanation === null) return null;
  return (
    <>
      <Why explanation={explanation} />
      {httpCode !== null && (
        <>
          <h3>{w.response}</h3>
          {response === null || response === '' ? <p class="meta">{w.emptyResponse}</p> : <pre>{response}</pre>}
        </>
      )}
    </>
  );
}

function Sent({ id, delivery: { eventId, body } }: { readonly id: string; readonly delivery: Delivery }) {
  const sending = useSending();
  const w = words.value.hooks;
  const headers = [
    `webhook-id: ${eventId}`,
    'content-type: application/json',
    `user-agent: Docket/${me.value?.installation.version ?? ''}`,
  ];
  return (
    <>
      <div class="head">
        <h3>{w.requestTitle}</h3>
        {mayChange() && (
          <CopyButton
            class="quiet"
            sending={sending}
            act={async () => curlOf(await sign(id, eventId))}
            label={w.copyCurl}
            done={w.curlCopied}
          />
        )}
      </div>
      <Problem error={sending.error} />
      <pre>
        {headers.join('\n')}
        {'\n\n'}
        {pretty(body)}
      </pre>
      <p class="meta">{w.anew}</p>
    </>
  );
}

interface ActionsProps extends Pick<DrawerProps, 'id' | 'attempt' | 'onClose'> {
  readonly news: ComponentChildren;
  readonly sent: () => void;
}

function Actions({ id, attempt: { eventId, kind }, news, sent, onClose }: ActionsProps) {
  const sending = useSending();
  const w = words.value;
  const again = async (): Promise<void> => {
    await resend(id, eventId);
    sent();
  };
  return (
    <>
      <Problem error={sending.error} />
      <div class="actions sticky">
        <p class="webhooks-said" aria-live="polite">
          {news}
        </p>
        {mayChange() && hasWebhooks() && kind !== 'test' && (
          <ActButton sending={sending} class="main" act={again}>
            {w.hooks.resend}
          </ActButton>
        )}
        <button type="button" onClick={onClose}>
          {w.close}
        </button>
      </div>
    </>
  );
}
