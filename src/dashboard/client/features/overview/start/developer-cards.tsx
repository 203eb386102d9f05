import { useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { workspace } from '../../../data/me.ts';
import { keysOf, PRESETS } from '../../../parts/keys.ts';
import { OrderLink } from '../../../parts/order-link.tsx';
import { SettingsLink } from '../../../parts/settings-link.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { DAY_MS, formatTime, HOUR_MS, MINUTE_MS } from '../../../ui/format.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { useTick } from '../../../ui/use-tick.ts';
import { language } from '../../../words/language.ts';
import { stepWords } from '../../../words/start-steps.ts';
import { Card, Copied } from './card.tsx';
import type { CardState } from './facts.ts';
import { ServerCard, type ServerCardProps } from './server-card.tsx';

export interface DeveloperCardsProps extends Omit<ServerCardProps, 'state'> {
  readonly states: Readonly<Record<'key' | 'server', CardState>>;
}

/** A separate chunk, because most owners never open these cards. */
export function DeveloperCards({ facts, states, changed, sending }: DeveloperCardsProps) {
  return (
    <ol class="start-steps">
      <KeyCard facts={facts} state={states.key} changed={changed} />
      <ServerCard facts={facts} state={states.server} changed={changed} sending={sending} />
    </ol>
  );
}

function KeyCard({ facts, state, changed }: Omit<ServerCardProps, 'sending'>) {
  const [key, setKey] = useState<string>();
  const sending = useSending();
  const [madeAt] = useState(() => new Date());
  const w = stepWords.value;
  const make = async (): Promise<void> => {
    // The key gets only the scopes that a website needs, so that the website cannot delete anything.
    const input = { name: w.keyName, source: 'site', scopes: [...PRESETS.website] };
    setKey((await ask(keysOf().post(input))).key);
    changed();
  };
  const isClosed = workspace.value?.apiEnabled === false || workspace.value?.plan === 'free';
  const curl = curlOf(location.origin, key ?? w.curlPlace, firstOrder(madeAt));
  return (
    <Card number={1} title={w.keyTitle} state={state}>
      {state !== 'done' && <p>{w.keyWhat}</p>}
      {isClosed && (
        <p class="note">
          {w.apiOff} <SettingsLink />
        </p>
      )}
      <Problem error={sending.error} />
      {key !== undefined && (
        <>
          <p>{w.keyShown}</p>
          <Copied text={key} label={w.keyTitle} />
        </>
      )}
      {facts.key && state !== 'done' && (
        <>
          <p>{key === undefined ? w.keyThere : w.pasteCurl}</p>
          <Copied text={curl} label="curl" />
        </>
      )}
      {state === 'waiting' && (
        <p class="start-waits" role="status">
          {w.waitingOrder}
        </p>
      )}
      {facts.key && facts.called !== null && (
        <p class="start-result good" role="status">
          <OrderLink of={{ id: facts.called.id, num: facts.called.number }} /> {w.accepted}{' '}
          <Age key={facts.called.at} at={facts.called.at} ageMs={facts.called.ageMs} />
        </p>
      )}
      {state === 'open' && (
        <ActButton sending={sending} class="main" act={make}>
          {w.makeKey}
        </ActButton>
      )}
      {state === 'waiting' && key === undefined && (
        <ActButton sending={sending} act={make}>
          {w.makeAnother}
        </ActButton>
      )}
    </Card>
  );
}

function ageInWords(ageMs: number): string {
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'always' });
  if (ageMs >= HOUR_MS) return format.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs >= MINUTE_MS) return format.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  const seconds = ageMs / 1_000;
  return format.format(-(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)), 'second');
}

/**
 * Shows how long ago an API call was made, by the server's clock. The text is updated each second. Once a day has
 * passed, the component shows the date and the time of the call.
 */
function Age({ at, ageMs }: { readonly at: string; readonly ageMs: number }) {
  const [seenAt] = useState(() => performance.now() - ageMs);
  useTick(1_000);
  const age = Math.max(0, performance.now() - seenAt);
  return (
    <time dateTime={at} title={formatTime(at)}>
      {age >= DAY_MS ? formatTime(at) : ageInWords(age)}
    </time>
  );
}

const pad = (number: number): string => String(number).padStart(2, '0');

/**
 * Returns the current time in the browser's time zone, with its offset from UTC. The API takes the order's day from
 * this text without converting it to another zone.
 */
function today(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `${day}T${pad(now.getHours())}:${pad(now.getMinutes())}:00${offset}`;
}

/** Returns an example order that the API accepts unchanged. Pasting the order twice creates it only once. */
function firstOrder(now: Date): object {
  const { example } = stepWords.value;
  return {
    requestKey: `first-${now.getTime().toString(36)}`,
    date: today(now),
    client: { name: example.client, phone: '+79123456789' },
    products: [{ name: example.product, quantity: 1, price: 1500 }],
    additional: { comment: example.comment },
  };
}

/** Returns a command for a POSIX shell. Its texts contain no single quote, which would end the shell's quotes. */
const curlOf = (origin: string, key: string, order: object): string =>
  [
    `curl ${origin}/api/v1/orders/create \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(order)}'`,
  ].join('\n');
