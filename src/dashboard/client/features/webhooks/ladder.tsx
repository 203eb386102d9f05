import type { Delivery, Rung } from '../../parts/webhooks.ts';
import { formatDay, When } from '../../ui/times.tsx';
import { words } from '../../words/words.ts';

const MARKS = { succeeded: '✓', failed: '✕', next: '●', coming: '○', unneeded: '–' } as const;
const TONES = { succeeded: 'good', failed: 'bad', next: 'busy', coming: 'idle', unneeded: '' } as const;

interface LadderProps {
  readonly delivery: Pick<Delivery, 'ladder' | 'state'>;
  /** True if the endpoint accepts deliveries now. */
  readonly isOpen: boolean;
}

export function Ladder({ delivery, isOpen }: LadderProps) {
  const w = words.value.hooks;
  if (delivery.ladder.length === 0) return null;
  return (
    <div>
      <p>{summary(delivery, isOpen)}</p>
      <ol class="webhooks-ladder" aria-label={w.ladder(delivery.ladder.length)}>
        {delivery.ladder.map((rung) => {
          const state = rung.state === 'next' && !isOpen ? 'coming' : rung.state;
          return (
            <li key={rung.attempt} class={TONES[state]}>
              <span class="webhooks-mark" aria-hidden="true">
                {MARKS[state]}
              </span>
              <span>
                {rung.attempt}. {w.rungs[state]}
                {rung.httpCode !== null && ` · ${rung.httpCode}`}
              </span>
              <span class="meta">{timeOf(rung, isOpen)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function summary({ ladder, state }: Pick<Delivery, 'ladder' | 'state'>, isOpen: boolean): string {
  const w = words.value.hooks;
  if (state === 'delivered') return w.arrived;
  if (state === 'failed') return w.givenUp;
  const left = ladder.filter((rung) => rung.state === 'next' || rung.state === 'coming');
  const last = left.at(-1)?.at ?? null;
  return isOpen ? w.left(left.length, last === null ? w.atOnce : formatDay(last)) : w.heldUp(left.length);
}

function timeOf({ state, at }: Rung, isOpen: boolean) {
  if (state === 'next' || state === 'coming') {
    if (!isOpen) return '';
    if (at === null) return words.value.hooks.atOnce;
    return state === 'next' ? <When iso={at} /> : <time dateTime={at}>{formatDay(at)}</time>;
  }
  return at === null ? '' : <time dateTime={at}>{formatDay(at)}</time>;
}

export const Climbing = ({ title, ...of }: LadderProps & { readonly title: string }) => (
  <section class="panel" aria-labelledby="climbing-title">
    <h2 id="climbing-title">{title}</h2>
    <Ladder {...of} />
  </section>
);
