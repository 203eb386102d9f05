import { switchTo } from '../data/chosen-workspace.ts';
import { me, signOut, workspace } from '../data/me.ts';
import { ActButton } from '../ui/act-button.tsx';
import { NOWHERE } from '../ui/empty/drawings/nowhere.ts';
import { Empty } from '../ui/empty/empty.tsx';
import { useSending } from '../ui/sending.ts';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';

/** Replaces every page of a workspace that requires a second factor, for a reader without one. */
export function FactorPage() {
  const w = words.value.factorNeeded;
  const leaving = useSending();
  const hasPasskey = me.value?.passkeys != null;
  const others = me.value?.workspaces.filter(({ id }) => id !== workspace.value?.id) ?? [];
  useTitle(w.title);
  return (
    <Empty drawing={NOWHERE} title={w.title} what={hasPasskey ? w.passkey : w.what} level={1}>
      {hasPasskey && (
        <p class="meta">
          {w.lost} <code>{w.lostCommand}</code>
        </p>
      )}
      <div class="actions">
        {!hasPasskey && (
          <a class="button main" href="/app/account">
            {w.setUp}
          </a>
        )}
        {others.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => switchTo(id, '/app')}>
            {name}
          </button>
        ))}
        <ActButton sending={leaving} act={signOut}>
          {words.value.signOut}
        </ActButton>
      </div>
    </Empty>
  );
}
