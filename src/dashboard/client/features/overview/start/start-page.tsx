import { useEffect, useState } from 'preact/hooks';
import { isOwner, ownsInstallation, workspaceId } from '../../../data/me.ts';
import { keepChoice, keptChoice } from '../../../data/try-to.ts';
import { type Loaded, useLoaded } from '../../../data/use-loaded.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { words } from '../../../words/words.ts';
import { Overview } from '../overview.tsx';
import { type CardName, type Facts, loadFacts, statesOf } from './facts.ts';

export function StartPage() {
  const id = workspaceId();
  return (
    <>
      <PageHead title={words.value.start.overview} />
      {isOwner() ? <OwnersStart key={id} id={id} /> : <Overview key={id} workspaceId={id} foot={null} />}
    </>
  );
}

async function loadStart(): Promise<Facts> {
  const facts = await loadFacts();
  // If the steps do not load, the error appears in their place.
  if (!facts.orders) await loadFirstSteps().catch(() => undefined);
  return facts;
}

function OwnersStart({ id }: { readonly id: string }) {
  const loaded = useLoaded(loadStart, id);
  const [kept, keep] = useKept(id);
  const isFolded = useFirst(loaded.data)?.orders !== false;
  const { data: facts, error, reload } = loaded;
  const start = facts !== undefined && !kept.isHidden && (
    <GettingStarted facts={facts} loaded={loaded} kept={kept} keep={keep} isFolded={isFolded} />
  );
  return (
    <>
      {facts === undefined && <Problem error={error} retry={reload} />}
      {!isFolded && start}
      <Overview workspaceId={id} foot={facts === undefined && error === undefined ? undefined : isFolded && start} />
    </>
  );
}

/** Returns the facts from the first answer, so that cards do not move while somebody reads. */
function useFirst(facts: Facts | undefined): Facts | undefined {
  const [first, setFirst] = useState(facts);
  if (first === undefined && facts !== undefined) setFirst(facts);
  return first ?? facts;
}

/**
 * Loads the first steps. If these steps come first on the page, the page waits for them, so that its content never
 * moves.
 */
async function loadFirstSteps() {
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

function GettingStarted({ facts, loaded, kept, keep, isFolded }: GettingStartedProps) {
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

interface StartFacts {
  /** Cards that the reader postponed. */
  readonly aside: readonly CardName[];
  /** True if the reader has hidden the whole block after completing it. */
  readonly isHidden: boolean;
}

const CARDS: readonly CardName[] = ['products', 'people', 'samples', 'mail', 'backup'];
const keyOf = (workspaceId: string): string => `docket.start.${workspaceId}`;

function read(workspaceId: string): StartFacts {
  const words = (keptChoice(keyOf(workspaceId)) ?? '').split(' ');
  return { aside: CARDS.filter((name) => words.includes(name)), isHidden: words.includes('hidden') };
}

function useKept(workspaceId: string): readonly [StartFacts, (kept: StartFacts) => void] {
  const [kept, setKept] = useState(() => read(workspaceId));
  const keep = (next: StartFacts): void => {
    setKept(next);
    keepChoice(keyOf(workspaceId), [...next.aside, ...(next.isHidden ? ['hidden'] : [])].join(' '));
  };
  return [kept, keep];
}
