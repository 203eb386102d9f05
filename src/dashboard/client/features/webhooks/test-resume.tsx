import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { hasWebhooks, isOwner } from '../../data/me.ts';
import { resume } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import type { EndpointProps } from './endpoint-props.ts';
import { Outcome, runTest, type TestOutcome } from './test-event.tsx';

interface TestResumeProps extends EndpointProps {
  /** True if the test is the main action of the page. */
  readonly main?: boolean;
  readonly resumed: () => void;
  /** The last failure, shown until a test has a newer outcome. */
  readonly children: ComponentChildren;
}

export function TestResume({ endpoint, main = false, changed, resumed, children }: TestResumeProps) {
  const [tested, setTested] = useState<TestOutcome>();
  const testing = useSending();
  const resuming = useSending();
  const w = words.value.hooks;
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
  return (
    <>
      {tested === undefined && !testing.busy && children}
      {isOwner() && (
        <div class="actions start">
          <ActButton sending={testing} class={main ? 'main' : undefined} disabled={!hasWebhooks()} act={test}>
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
      <Problem error={testing.error ?? resuming.error} />
    </>
  );
}
