import { formatTime } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { HealthProps } from './endpoint-props.ts';
import { TestResume } from './test-resume.tsx';
import { Cause } from './why.tsx';

interface SuspendedPanelProps extends HealthProps {
  readonly resumed: () => void;
}

/** Shows why sending has stopped, and how to resume it. */
export function SuspendedPanel({ endpoint, health, ...after }: SuspendedPanelProps) {
  const w = words.value.hooks;
  const last = health?.lastFailure ?? null;
  return (
    <section class="panel bad" aria-labelledby="suspended-title">
      <h2 id="suspended-title">{w.suspendedTitle}</h2>
      <p>{w.suspendedWhy}</p>
      {endpoint.failingSince !== null && (
        <p>{w.suspendedSince(formatTime(endpoint.failingSince), formatTime(last?.at ?? endpoint.suspendedAt ?? ''))}</p>
      )}
      <TestResume endpoint={endpoint} main {...after}>
        {last !== null && last.explanation !== null && <Cause explanation={last.explanation} />}
      </TestResume>
    </section>
  );
}
