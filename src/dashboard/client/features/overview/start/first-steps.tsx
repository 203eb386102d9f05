import { useState } from 'preact/hooks';
import type { Loaded } from '../../../data/use-loaded.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { stepWords } from '../../../words/start-steps.ts';
import { words } from '../../../words/words.ts';
import type { CardName, CardState, Facts } from './facts.ts';
import { KeyCard } from './key-card.tsx';
import { ServerCard } from './server-card.tsx';
import { Steps } from './steps.tsx';

interface FirstStepsProps {
  readonly facts: Facts;
  readonly loaded: Pick<Loaded<Facts>, 'error' | 'reload'>;
  readonly states: Readonly<Record<CardName, CardState>>;
  readonly steps: readonly CardName[];
  /** The number of steps that are complete or postponed. */
  readonly settled: number;
  readonly putAway: (name: CardName) => (isAway: boolean) => void;
  readonly sending: DevelopersProps['sending'];
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

interface DevelopersProps {
  readonly facts: Facts;
  readonly states: Readonly<Record<CardName, CardState>>;
  readonly changed: () => void;
  readonly sending: { readonly test: (isSending: boolean) => void; readonly resend: (isSending: boolean) => void };
}

/** The key and the webhook address for a website's own programs; open while one of them waits for something. */
function Developers({ facts, states, changed, sending }: DevelopersProps) {
  const [wasWaiting] = useState(states.key === 'waiting' || states.server === 'waiting');
  return (
    <details class="start-developers" open={wasWaiting}>
      <summary>{words.value.forDevelopers}</summary>
      <p class="lead">{stepWords.value.developersWhat}</p>
      <ol class="start-steps">
        <KeyCard facts={facts} state={states.key} changed={changed} />
        <ServerCard facts={facts} state={states.server} changed={changed} sending={sending} />
      </ol>
    </details>
  );
}
