import type { ComponentChildren } from 'preact';
import { Chip } from '../../../ui/chip.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { stepWords } from '../../../words/start-steps.ts';
import type { CardState } from './facts.ts';

const TONES = { done: 'good', waiting: 'busy', open: 'idle', later: 'idle' } as const;

interface CardProps {
  readonly number: number;
  readonly title: string;
  /** One sentence about the step. Undefined if the step is complete. */
  readonly what?: string;
  readonly state: CardState;
  readonly children: ComponentChildren;
}

export function Card({ number, title, what, state, children }: CardProps) {
  return (
    <li class={`start-step ${state}`}>
      <div class="start-step-head">
        <span aria-hidden="true">
          <Chip tone={state === 'done' ? 'good' : 'idle'}>{state === 'done' ? '✓' : String(number)}</Chip>
        </span>
        <h3>{title}</h3>
        {state !== 'open' && <Chip tone={TONES[state]}>{stepWords.value[state]}</Chip>}
      </div>
      {what === undefined ? (
        children
      ) : (
        <>
          {state !== 'done' && <p>{what}</p>}
          <div class="start-card-buttons">{children}</div>
        </>
      )}
    </li>
  );
}

export const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="start-copied">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard (WCAG 2.1.1) */}
    <section aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
    <div class="start-copied-buttons">
      <CopyButton class="quiet" text={text} what={label} />
    </div>
  </div>
);
