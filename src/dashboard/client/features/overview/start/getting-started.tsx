import { useEffect, useState } from 'preact/hooks';
import { ownsInstallation } from '../../../data/me.ts';
import type { Loaded } from '../../../data/use-loaded.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { words } from '../../../words/words.ts';
import { type CardName, type Facts, statesOf } from './facts.ts';
import type { StartFacts } from './kept.ts';

/** Loads the first steps. A page with the steps at its top first waits for this, so that its content never moves. */
export async function loadFirstSteps() {
  const [{ FirstSteps }, { loadStepWords }] = await Promise.all([
    import('./first-steps.tsx'),
    import('../../../words/start-steps.ts'),
  ]);
  await loadStepWords();
  return FirstSteps;
}

const FirstSteps = lazyPart(loadFirstSteps);

const SHOP_STEPS: readonly CardName[] = ['order', 'products', 'people', 'samples'];
const INSTALLATION_STEPS: readonly CardName[] = ['mail', 'backup'];

interface GettingStartedProps {
  readonly facts: Facts;
  readonly loaded: Pick<Loaded<Facts>, 'error' | 'reload'>;
  readonly kept: StartFacts;
  readonly keep: (kept: StartFacts) => void;
  /** True if the shop had orders when the page was opened; the steps are then one line at the bottom. */
  readonly isFolded: boolean;
}

export function GettingStarted({ facts, loaded, kept, keep, isFolded }: GettingStartedProps) {
  const [isOpen, setIsOpen] = useState<boolean>();
  const [isTesting, setIsTesting] = useState(false);
  const [isResending, setIsResending] = useState(false);
  const states = statesOf(facts, kept.aside);
  const isSending = isTesting || isResending;
  useWaiting(states.key === 'waiting' || states.server === 'waiting' || isSending, loaded.reload);
  const w = words.value.start;
  // A shop with orders needs no samples.
  const isSampled = states.samples === 'done' || !facts.orders;
  const steps = [
    ...SHOP_STEPS.filter((name) => isSampled || name !== 'samples'),
    ...(ownsInstallation() ? INSTALLATION_STEPS : []),
  ];
  const settled = steps.filter((name) => states[name] === 'done' || states[name] === 'later').length;
  const isDone = settled === steps.length;
  if (!(isOpen ?? (!isFolded && !isDone)) && !isSending) {
    return (
      <Folded
        text={isDone ? w.allDone : w.someDone(settled, steps.length)}
        isDone={isDone}
        open={() => setIsOpen(true)}
        hide={() => keep({ ...kept, isHidden: true })}
      />
    );
  }
  const putAway = (name: CardName) => (isAway: boolean) =>
    keep({ ...kept, aside: [...kept.aside.filter((one) => one !== name), ...(isAway ? [name] : [])] });
  return (
    <FirstSteps
      facts={facts}
      loaded={loaded}
      states={states}
      steps={steps}
      settled={settled}
      putAway={putAway}
      sending={{ test: setIsTesting, resend: setIsResending }}
    />
  );
}

interface FoldedProps {
  readonly text: string;
  readonly isDone: boolean;
  readonly open: () => void;
  readonly hide: () => void;
}

function Folded({ text, isDone, open, hide }: FoldedProps) {
  const w = words.value.start;
  return (
    <section class="start-folded" aria-label={w.title}>
      <p>
        {isDone && <span aria-hidden="true">✓ </span>}
        {text}
      </p>
      <button type="button" class="quiet" onClick={open}>
        {w.show}
      </button>
      <button type="button" class="quiet" onClick={hide}>
        {w.hide}
      </button>
    </section>
  );
}

const LOOK_AGAIN_MS = 2_000;

function useWaiting(isWaiting: boolean, look: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    const lookIfSeen = (): void => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(lookIfSeen, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [isWaiting]);
}
