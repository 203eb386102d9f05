import { useState } from 'preact/hooks';
import { EVENT_TYPES, type EventType, loadEvent, sendTest, type Try } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { formatMs } from '../../ui/times.tsx';
import { words } from '../../words/words.ts';

/**
 * The maximum number of times that the page asks for the outcome of a test event. Asking this many times takes longer
 * than any attempt.
 */
const LOOKS = 60;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface TestOutcome {
  readonly eventId: string;
  /** The outcome; undefined if none came in time. */
  readonly outcome: Try | undefined;
}

export async function runTest(id: string, event?: EventType): Promise<TestOutcome> {
  const { eventId } = await sendTest(id, event);
  for (let looked = 0; looked < LOOKS; looked += 1) {
    await pause(looked < 10 ? 150 : 500);
    const [outcome] = (await loadEvent(id, eventId)).tries;
    if (outcome !== undefined) return { eventId, outcome };
  }
  return { eventId, outcome: undefined };
}

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

interface ChoiceProps {
  readonly event: EventType | undefined;
  readonly choose: (event: EventType | undefined) => void;
  readonly disabled: boolean;
}

function WhatToSend({ event, choose, disabled }: ChoiceProps) {
  const w = words.value;
  const samples = EVENT_TYPES.map((type) => ({ value: type, text: w.eventNames[type] }));
  return (
    <ChoiceMenu
      quiet
      label={w.hooks.whatToSend}
      value={event ?? TEST}
      groups={[[{ value: TEST, text: w.hooks.testEvent }], samples]}
      choose={(value) => choose(value === TEST ? undefined : value)}
      disabled={disabled}
    />
  );
}

/** The menu's value for a test event. The other values are the five event types. */
const TEST = 'test';

interface TestEventProps {
  readonly id: string;
  /** True to let the person choose one of the five event types instead of a test event. */
  readonly samples?: boolean;
  readonly after?: () => void;
  readonly disabled?: boolean;
}

export function TestEvent({ id, samples = false, after = () => undefined, disabled = false }: TestEventProps) {
  const [tested, setTested] = useState<TestOutcome>();
  const [event, setEvent] = useState<EventType>();
  const sending = useSending();
  const w = words.value;
  const send = async (): Promise<void> => {
    setTested(undefined);
    setTested(await runTest(id, event));
    after();
  };
  return (
    <div class="webhooks-test-event">
      {samples && <WhatToSend event={event} choose={setEvent} disabled={disabled} />}
      <ActButton sending={sending} disabled={disabled} act={send}>
        {event === undefined ? w.hooks.sendTest : w.hooks.sendSample}
      </ActButton>
      <div aria-live="polite">
        {event !== undefined && <p class="meta">{w.hooks.sampleWhat}</p>}
        {sending.busy && <p class="meta">{w.hooks.underWay}</p>}
        {tested !== undefined && <Outcome outcome={tested.outcome} />}
      </div>
      <Problem error={sending.error} />
    </div>
  );
}
