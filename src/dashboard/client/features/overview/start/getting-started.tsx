import { useState } from 'preact/hooks';
import { ownsInstallation } from '../../../data/me.ts';
import type { Loaded } from '../../../data/use-loaded.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { words } from '../../../words/words.ts';
import { type CardName, type CardState, type Facts, statesOf } from './facts.ts';
import type { Kept } from './kept.ts';
import { KeyCard } from './key-card.tsx';
import { ServerCard } from './server-card.tsx';
import { Steps } from './steps.tsx';
import { useWaiting } from './use-waiting.ts';

const SHOP_STEPS: readonly CardName[] = ['order', 'products', 'people', 'samples'];
const INSTALLATION_STEPS: readonly CardName[] = ['mail', 'backup'];

interface GettingStartedProps {
  readonly facts: Facts;
  readonly loaded: Pick<Loaded<Facts>, 'error' | 'reload'>;
  readonly kept: Kept;
  readonly keep: (kept: Kept) => void;
  /** Whether the shop had orders when the page was opened: then it is a line at the foot. */
  readonly isFolded: boolean;
}

/** The first steps of a shop; one line once orders exist, or when all of them are done. */
export function GettingStarted({ facts, loaded, kept, keep, isFolded }: GettingStartedProps) {
  const [isOpen, setIsOpen] = useState<boolean>();
  const [isTesting, setIsTesting] = useState(false);
  const [isResending, setIsResending] = useState(false);
  const states = statesOf(facts, kept.aside);
  const isSending = isTesting || isResending;
  useWaiting(states.key === 'waiting' || states.server === 'waiting' || isSending, loaded.reload);
  const w = words.value.start;
  const steps = [...SHOP_STEPS, ...(ownsInstallation() ? INSTALLATION_STEPS : [])];
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
    <section class="start" aria-labelledby="start-title">
      <div class="head start-steps-head">
        <h2 id="start-title">{w.title}</h2>
        <span class="meta">
          {settled} {w.of} {steps.length}
        </span>
      </div>
      <p class="lead">{w.lead}</p>
      {loaded.error !== undefined && <Problem error={loaded.error} retry={loaded.reload} />}
      <Steps states={states} putAway={putAway} changed={loaded.reload} />
      <Developers
        facts={facts}
        states={states}
        changed={loaded.reload}
        sending={{ test: setIsTesting, resend: setIsResending }}
      />
    </section>
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

interface DevelopersProps {
  readonly facts: Facts;
  readonly states: Readonly<Record<CardName, CardState>>;
  readonly changed: () => void;
  readonly sending: { readonly test: (isSending: boolean) => void; readonly resend: (isSending: boolean) => void };
}

/** The key and the address of a site's own programs; open while one of them waits for something. */
function Developers({ facts, states, changed, sending }: DevelopersProps) {
  const [wasWaiting] = useState(states.key === 'waiting' || states.server === 'waiting');
  return (
    <details class="start-developers" open={wasWaiting}>
      <summary>{words.value.orders.forDevelopers}</summary>
      <p class="lead">{words.value.start.developersWhat}</p>
      <ol class="start-steps">
        <KeyCard facts={facts} state={states.key} changed={changed} />
        <ServerCard facts={facts} state={states.server} changed={changed} sending={sending} />
      </ol>
    </details>
  );
}
