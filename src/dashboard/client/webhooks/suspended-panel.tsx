import { useState } from 'preact/hooks';
import { Problem } from '../parts.tsx';
import { formatTime, hasWebhooks, words, workspace } from '../state.ts';
import { type Endpoint, type Health, resume } from './api.ts';
import { Outcome, runTest, type Tested } from './test-event.tsx';

/** Why nothing is sent any more, and the way back: a test that arrives resumes, or the owner does all the same. */
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
  const [state, setState] = useState<'idle' | 'busy' | Tested>('idle');
  const [error, setError] = useState<unknown>();
  const w = words.value.hooks;
  const last = health?.lastFailure ?? null;
  const stumble = (problem: unknown): void => {
    setState('idle');
    setError(problem);
  };
  const test = async (): Promise<void> => {
    const tested = await runTest(endpoint.id);
    setState(tested);
    if (tested.outcome?.status === 'succeeded' && (await resume(endpoint.id, tested.eventId)).resumed) resumed();
    changed();
  };
  const start = (): void => {
    setState('busy');
    setError(undefined);
    test().catch(stumble);
  };
  const anyway = (): void => {
    resume(endpoint.id).then(() => {
      resumed();
      changed();
    }, stumble);
  };
  return (
    <section class="panel bad" aria-labelledby="suspended-title">
      <h2 id="suspended-title">{w.suspendedTitle}</h2>
      <p>{w.suspendedWhy}</p>
      {endpoint.failingSince !== null && (
        <p>{w.suspendedSince(formatTime(endpoint.failingSince), formatTime(last?.at ?? endpoint.suspendedAt ?? ''))}</p>
      )}
      {last !== null && last.explanation !== null && state === 'idle' && (
        <p>
          <strong>{w.happened}:</strong> {last.explanation.what}. <strong>{w.doNow}:</strong> {last.explanation.next}
        </p>
      )}
      {workspace.value?.role === 'owner' && (
        <div class="actions start">
          <button type="button" data-writes class="main" disabled={state === 'busy' || !hasWebhooks()} onClick={start}>
            {w.testResume}
          </button>
          {typeof state === 'object' && state.outcome?.status !== 'succeeded' && (
            <button type="button" data-writes onClick={anyway}>
              {w.resumeAnyway}
            </button>
          )}
        </div>
      )}
      <div aria-live="polite">
        {state === 'busy' && <p class="meta">{w.underWay}</p>}
        {typeof state === 'object' && (
          <>
            <Outcome outcome={state.outcome} />
            {state.outcome?.status !== 'succeeded' && (
              <p>
                <strong>{w.stillSuspended}</strong>
              </p>
            )}
          </>
        )}
      </div>
      {error !== undefined && <Problem error={error} />}
    </section>
  );
}
