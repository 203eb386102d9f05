import { useState } from 'preact/hooks';
import { Problem } from '../parts.tsx';
import { words } from '../state.ts';
import { type Delivery, loadEvent, sendTest } from './api.ts';
import { formatMs } from './times.tsx';

export type Try = Delivery['tries'][number];

/** Longer than an attempt may last. */
const LOOKS = 60;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Tested {
  readonly eventId: string;
  /** Undefined where nothing came back in time. */
  readonly outcome: Try | undefined;
}

/** Sends a test event and waits for what becomes of it. */
export async function runTest(id: string): Promise<Tested> {
  const { eventId } = await sendTest(id);
  for (let looked = 0; looked < LOOKS; looked += 1) {
    await pause(looked < 10 ? 150 : 500);
    const [outcome] = (await loadEvent(id, eventId)).tries;
    if (outcome !== undefined) return { eventId, outcome };
  }
  return { eventId, outcome: undefined };
}

/** What came of a test, in a sentence. */
export function Outcome({ outcome }: { readonly outcome: Try | undefined }) {
  const w = words.value.hooks;
  if (outcome === undefined) return <p class="note">{w.testSlow}</p>;
  const took = formatMs(outcome.responseTime);
  if (outcome.explanation === null) {
    return <p class="note good">{w.testDelivered(String(outcome.httpCode ?? ''), took)}</p>;
  }
  return (
    <div class="note bad">
      <p>{w.testFailed(outcome.explanation.what, took)}</p>
      <p>{outcome.explanation.next}</p>
    </div>
  );
}

/** The button, and what came of it beside it. */
export function TestEvent({
  id,
  after = () => undefined,
  main = false,
  disabled = false,
}: {
  readonly id: string;
  readonly after?: () => void;
  readonly main?: boolean;
  readonly disabled?: boolean;
}) {
  const [state, setState] = useState<'idle' | 'busy' | Tested>('idle');
  const [error, setError] = useState<unknown>();
  const w = words.value;
  const send = (): void => {
    setState('busy');
    setError(undefined);
    runTest(id).then(
      (tested) => {
        setState(tested);
        after();
      },
      (problem) => {
        setState('idle');
        setError(problem);
      },
    );
  };
  return (
    <div class="test-event">
      <button
        type="button"
        data-writes
        class={main ? 'main' : ''}
        disabled={disabled || state === 'busy'}
        onClick={send}
      >
        {w.sendTest}
      </button>
      <div aria-live="polite">
        {state === 'busy' && <p class="meta">{w.hooks.underWay}</p>}
        {typeof state === 'object' && <Outcome outcome={state.outcome} />}
      </div>
      {error !== undefined && <Problem error={error} />}
    </div>
  );
}
