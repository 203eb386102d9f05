import { useState } from 'preact/hooks';
import { type Delivery, loadEvent, sendTest } from '../../data/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { formatMs } from '../../ui/times.tsx';
import { words } from '../../words/words.ts';

type Try = Delivery['tries'][number];

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
  const [tested, setTested] = useState<Tested>();
  const sending = useSending();
  const w = words.value;
  const send = async (): Promise<void> => {
    setTested(undefined);
    setTested(await runTest(id));
    after();
  };
  return (
    <div class="webhooks-test-event">
      <ActButton sending={sending} class={main ? 'main' : ''} disabled={disabled} act={send}>
        {w.hooks.sendTest}
      </ActButton>
      <div aria-live="polite">
        {sending.busy && <p class="meta">{w.hooks.underWay}</p>}
        {tested !== undefined && <Outcome outcome={tested.outcome} />}
      </div>
      <Problem error={sending.error} />
    </div>
  );
}
