import { useRef } from 'preact/hooks';
import { pageIn, switchTo } from '../../data/chosen-workspace.ts';
import { me, workspace } from '../../data/me.ts';
import { words } from '../../words/words.ts';

/** Pages that are for owners alone. */
const OWNERS = ['/app/connect', '/app/keys', '/app/history', '/app/settings'];

/** The name of the workspace; with several of them, the way to the others. */
export function Chooser({ path }: { readonly path: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const all = me.value?.workspaces ?? [];
  const current = workspace.value;
  const w = words.value.settings;
  if (all.length < 2) return <span>{current?.name}</span>;
  return (
    <details
      class="chooser"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current?.open !== true) return;
        menu.current.open = false;
        menu.current.querySelector('summary')?.focus();
      }}
      onFocusOut={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && menu.current?.contains(to) === false) menu.current.open = false;
      }}
    >
      <summary>
        <span class="unseen">{w.workspace}: </span>
        {current?.name}
      </summary>
      <ul aria-label={w.workspaces}>
        {all.map(({ id, name, role }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current?.id ? 'true' : undefined}
              onClick={() => {
                const hidden = role !== 'owner' && OWNERS.some((one) => path.startsWith(one));
                switchTo(id, hidden ? '/app' : pageIn(path));
              }}
            >
              {name} <span class="meta">{w.roles[role]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
