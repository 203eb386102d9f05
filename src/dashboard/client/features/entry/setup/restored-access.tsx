import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { api } from '../../../data/api.ts';
import { callServer, type DataOf } from '../../../data/call-server.ts';
import { useAsked } from '../../../data/use-asked.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { ago } from '../../../ui/format.ts';
import { Trouble } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { accessWords } from '../../../words/setup-start.ts';
import { isNotFound } from './backup-trouble.tsx';
import type { GoodLink } from './link-page.tsx';
import { PartHeading } from './part-heading.tsx';

type Access = DataOf<(typeof api)['setup']['access']['post']>['workspaces'][number];
type Kind = 'person' | 'passkeys' | 'key' | 'endpoint';

interface Item {
  readonly workspace: string;
  readonly kind: Kind;
  readonly id: string;
}

const nameOf = ({ workspace, kind, id }: Item): string => `${workspace} ${kind} ${id}`;

interface RestoredAccessProps extends GoodLink {
  readonly opened?: () => void;
}

/**
 * Lists the people and programs that a restored backup would admit. Somebody reviews the list before any of them gets
 * access.
 */
export function RestoredAccess({ token, refuse, opened }: RestoredAccessProps) {
  const { data, error, reload } = useAsked(
    () => callServer<{ readonly workspaces: readonly Access[] }>('setup/access', { token }),
    '',
  );
  const [isOpen, setOpen] = useState(false);
  const w = accessWords.value;
  if (isOpen) {
    return (
      <>
        <PartHeading>{w.doneTitle}</PartHeading>
        <p>{w.done}</p>
        <p>
          <a class="button main wide" href="/app">
            {guestWords.value.signIn}
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      <PartHeading>{w.title}</PartHeading>
      <p class="lead">{w.lead}</p>
      {error !== undefined && <Trouble error={error} retry={reload} />}
      {data !== undefined && (
        <AccessForm
          workspaces={data.workspaces}
          token={token}
          refuse={refuse}
          opened={opened ?? (() => setOpen(true))}
        />
      )}
    </>
  );
}

interface AccessFormProps extends RestoredAccessProps {
  readonly workspaces: readonly Access[];
  readonly opened: () => void;
}

function AccessForm({ workspaces, token, refuse, opened }: AccessFormProps) {
  const [struck, setStruck] = useState<ReadonlyMap<string, Item>>(new Map());
  const w = accessWords.value;
  const form = useForm(async () => {
    try {
      // Nobody gets access before the last call, so an interrupted series of calls can start over.
      for (const item of struck.values()) await callServer('setup/access/strike', { token, ...item });
      await callServer('setup/access/open', { token });
    } catch (problem) {
      if (isNotFound(problem)) return refuse(problem);
      throw problem;
    }
    opened();
  });
  const toggle = (item: Item): void => {
    const next = new Map(struck);
    if (!next.delete(nameOf(item))) next.set(nameOf(item), item);
    setStruck(next);
  };
  const choice: Choice = { isKept: (item) => !struck.has(nameOf(item)), toggle };
  const orphan = workspaces.find((access) => isOrphan(access, choice));
  const isEmpty = workspaces.every(
    ({ people, keys, endpoints }) => people.length + keys.length + endpoints.length === 0,
  );
  return (
    <Form of={form}>
      {isEmpty && <p>{w.empty}</p>}
      {workspaces.map((access) => (
        <WorkspaceAccess key={access.id} access={access} isOnly={workspaces.length === 1} choice={choice} />
      ))}
      {workspaces.some(hasLost) && <p class="note">{w.lost}</p>}
      <p class="meta">{w.note}</p>
      {orphan !== undefined && (
        <p class="problem" role="alert">
          {w.keepOwner(orphan.name)}
        </p>
      )}
      {form.whole !== undefined && <Trouble error={form.whole} />}
      <button type="submit" class="main wide" disabled={orphan !== undefined}>
        {w.open}
      </button>
    </Form>
  );
}

/** Returns true if a second factor or the secret of an endpoint must be set up again. */
const hasLost = ({ people, endpoints }: Access): boolean => [...people, ...endpoints].some(({ isLost }) => isLost);

interface Choice {
  readonly isKept: (item: Item) => boolean;
  readonly toggle: (item: Item) => void;
}

function isOrphan({ id: workspace, people }: Access, { isKept }: Choice): boolean {
  const owners = people.filter(({ role, pending }) => role === 'owner' && !pending);
  return owners.length > 0 && owners.every(({ id }) => !isKept({ workspace, kind: 'person', id }));
}

interface WorkspaceAccessProps {
  readonly access: Access;
  readonly isOnly: boolean;
  readonly choice: Choice;
}

function WorkspaceAccess({ access, isOnly, choice }: WorkspaceAccessProps) {
  const w = accessWords.value;
  const { id: workspace, people, keys, endpoints } = access;
  const line = (kind: Kind, id: string, name: string, more: string) => (
    <Line key={`${kind} ${id}`} item={{ workspace, kind, id }} name={name} more={more} choice={choice} />
  );
  const holders = people.filter(({ passkeys }) => passkeys > 0);
  return (
    <section>
      {!isOnly && <h2>{access.name}</h2>}
      <Group title={w.people}>
        {people.map(({ id, email, name, role, pending, hasSecondFactor, isLost }) => {
          const codes = isLost ? w.factorLost : w.secondFactor;
          const more = [name, w.roles[role], pending && w.invited, hasSecondFactor && codes];
          return line('person', id, email, more.filter((text) => typeof text === 'string').join(' · '));
        })}
      </Group>
      <Group title={w.passkeys}>
        {holders.map(({ email, passkeys }) => line('passkeys', email, email, String(passkeys)))}
      </Group>
      <Group title={w.keys}>
        {keys.map(({ id, name, source, lastUsedAt }) => {
          const used = lastUsedAt === null ? w.neverUsed : w.lastUsed(ago(lastUsedAt));
          return line('key', id, name, `${source} · ${used}`);
        })}
      </Group>
      <Group title={w.endpoints}>
        {endpoints.map(({ id, url, enabled, isLost }) => {
          const more = [!enabled && w.off, isLost && w.secretLost];
          return line('endpoint', id, url, more.filter((text) => text !== false).join(' · '));
        })}
      </Group>
    </section>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset class="setup-access">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface LineProps {
  readonly item: Item;
  readonly name: string;
  readonly more: string;
  readonly choice: Choice;
}

const Line = ({ item, name, more, choice }: LineProps) => (
  <label class="check">
    <input type="checkbox" checked={choice.isKept(item)} onChange={() => choice.toggle(item)} />
    <span>
      <bdi>{name}</bdi> {more !== '' && <span class="meta">{more}</span>}
    </span>
  </label>
);
