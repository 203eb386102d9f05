import { useState } from 'preact/hooks';
import { hasWebhooks, isOwner } from '../../data/me.ts';
import { type Endpoint, type Health, resume } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { Outcome, runTest, type TestOutcome } from './test-event.tsx';

/** The reason why sending has stopped, and how to resume: by a test that arrives, or by the owner regardless. */
export function SuspendedPanel({
  endpoint,
  health,
  changed,
  resumed,
}: {
  readonly endpoint: Endpoint;
  readonly health: Health | undefined;
  readonly changed: () => void;
  readonly resumed: () => void;
}) {
  const [tested, setTested] = useState<TestOutcome>();
  const testing = useSending();
  const resuming = useSending();
  const w = words.value.hooks;
  const last = health?.lastFailure ?? null;
  const test = async (): Promise<void> => {
    setTested(undefined);
    const { eventId, outcome } = await runTest(endpoint.id);
    setTested({ eventId, outcome });
    if (outcome?.status === 'succeeded' && (await resume(endpoint.id, eventId)).resumed) resumed();
    changed();
  };
  const anyway = async (): Promise<void> => {
    await resume(endpoint.id);
    resumed();
    changed();
  };
  const error = testing.error ?? resuming.error;
  return (
    <section class="panel bad" aria-labelledby="suspended-title">
      <h2 id="suspended-title">{w.suspendedTitle}</h2>
      <p>{w.suspendedWhy}</p>
      {endpoint.failingSince !== null && (
        <p>{w.suspendedSince(formatTime(endpoint.failingSince), formatTime(last?.at ?? endpoint.suspendedAt ?? ''))}</p>
      )}
      {last !== null && last.explanation !== null && tested === undefined && !testing.busy && (
        <p>
          <strong>{w.happened}:</strong> {last.explanation.what}. <strong>{w.doNow}:</strong> {last.explanation.next}
        </p>
      )}
      {isOwner() && (
        <div class="actions start">
          <ActButton sending={testing} class="main" disabled={!hasWebhooks()} act={test}>
            {w.testResume}
          </ActButton>
          {tested !== undefined && tested.outcome?.status !== 'succeeded' && (
            <ActButton sending={resuming} act={anyway}>
              {w.resumeAnyway}
            </ActButton>
          )}
        </div>
      )}
      <div class="webhooks-outcome" aria-live="polite">
        {testing.busy && tested === undefined && <p class="meta">{w.underWay}</p>}
        {tested !== undefined && (
          <>
            <Outcome outcome={tested.outcome} />
            {tested.outcome?.status !== 'succeeded' && (
              <p>
                <strong>{w.stillSuspended}</strong>
              </p>
            )}
          </>
        )}
      </div>
      <Problem error={error} />
    </section>
  );
}
