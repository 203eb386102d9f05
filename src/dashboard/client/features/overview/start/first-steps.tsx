import { useState } from 'preact/hooks';
import type { Loaded } from '../../../data/use-loaded.ts';
import { laterPart } from '../../../ui/lazy-part.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { stepWords } from '../../../words/start-steps.ts';
import { words } from '../../../words/words.ts';
import type { DeveloperCardsProps } from './developer-cards.tsx';
import type { Facts } from './facts.ts';
import { Steps, type StepsProps } from './steps.tsx';

interface FirstStepsProps extends Omit<StepsProps, 'changed'> {
  readonly facts: Facts;
  readonly loaded: Pick<Loaded<Facts>, 'error' | 'reload'>;
  /** The number of steps that are complete or postponed. */
  readonly settled: number;
  readonly sending: DeveloperCardsProps['sending'];
}

export function FirstSteps({ facts, loaded, states, steps, settled, putAway, sending }: FirstStepsProps) {
  const w = stepWords.value;
  return (
    <section class="start" aria-labelledby="start-title">
      <div class="head start-steps-head">
        <h2 id="start-title">{words.value.start.title}</h2>
        <span class="meta">
          {settled} {w.of} {steps.length}
        </span>
      </div>
      <p class="lead">{w.lead}</p>
      <Problem error={loaded.error} retry={loaded.reload} />
      <Steps steps={steps} states={states} putAway={putAway} changed={loaded.reload} />
      <Developers facts={facts} states={states} changed={loaded.reload} sending={sending} />
    </section>
  );
}

const DeveloperCards = laterPart(async () => (await import('./developer-cards.tsx')).DeveloperCards);

function Developers(props: DeveloperCardsProps) {
  const { states } = props;
  const [wasWaiting] = useState(states.key === 'waiting' || states.server === 'waiting');
  const [wasOpened, setWasOpened] = useState(wasWaiting);
  return (
    <details
      class="start-developers"
      open={wasWaiting}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true);
      }}
    >
      <summary>{words.value.forDevelopers}</summary>
      <p class="lead">{stepWords.value.developersWhat}</p>
      {wasOpened && <DeveloperCards {...props} />}
    </details>
  );
}
