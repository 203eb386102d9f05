import type { Health } from '../../parts/webhooks.ts';
import { formatTime } from '../../ui/format.ts';
import { formatMs } from '../../ui/times.tsx';
import { words } from '../../words/words.ts';

const MOST = 50;
const STEP = 6;
const BAR = 4;
const HEIGHT = 24;
/**
 * The height of a failed attempt's bar. It is shorter than the others, so that its color is not the only difference.
 */
const SHORT = 10;

/** Shows the last attempts as bars, the newest on the right. Screen readers get words. */
export function Strip({ beats }: { readonly beats: Health['beats'] }) {
  const w = words.value.hooks;
  const failed = beats.filter(({ succeeded }) => !succeeded).length;
  const free = MOST - beats.length;
  return (
    <svg
      class="webhooks-strip"
      viewBox={`0 0 ${MOST * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={w.strip(beats.length, failed, beats.at(-1)?.succeeded === true)}
    >
      {Array.from({ length: free }, (_, at) => (
        <rect key={at} class="webhooks-none" x={at * STEP + 1} y={HEIGHT - 3} width={BAR} height={2} />
      ))}
      {beats.map(({ at, succeeded, httpCode, responseTime }, index) => (
        <rect
          key={free + index}
          class={succeeded ? 'good' : 'bad'}
          x={(free + index) * STEP + 1}
          y={succeeded ? 1 : HEIGHT - SHORT - 1}
          width={BAR}
          height={succeeded ? HEIGHT - 2 : SHORT}
        >
          <title>
            {formatTime(at)} · {succeeded ? words.value.hooks.succeeded : words.value.hooks.failed} · {httpCode ?? '—'}{' '}
            · {formatMs(responseTime)}
          </title>
        </rect>
      ))}
    </svg>
  );
}
