import { useState } from 'preact/hooks';
import { isOwner, workspaceId } from '../../../data/me.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { Overview } from '../overview.tsx';
import { type Facts, loadFacts } from './facts.ts';
import { GettingStarted, loadFirstSteps } from './getting-started.tsx';
import { useKept } from './kept.ts';

export function StartPage() {
  const w = words.value;
  const id = workspaceId();
  useTitle(w.start.overview);
  return (
    <>
      <div class="head">
        <PageTitle>{w.start.overview}</PageTitle>
      </div>
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
