import { useState } from 'preact/hooks';
import { refreshMe, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { type Key, loadKeys, type MadeKey } from '../../parts/keys.ts';
import { Chip } from '../../ui/chip.tsx';
import { KEYS } from '../../ui/empty/drawings/keys.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { ago, formatTime, moment } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { words } from '../../words/words.ts';
import { NewKeyDialog, RevokeDialog, RotateDialog } from './key-dialogs.tsx';

type Doing = { readonly what: 'make' } | { readonly what: 'rotate' | 'revoke'; readonly key: Key };

export function KeysPage() {
  const { data, error, reload } = useLoaded(loadKeys, workspaceId());
  const [doing, setDoing] = useState<Doing>();
  const [made, setMade] = useState<MadeKey>();
  const w = words.value;
  const close = (): void => setDoing(undefined);
  const done = (key?: MadeKey): void => {
    close();
    setMade(key);
    reload();
    // Orders show the name of an API key as their source. The list of keys has changed, so the page must load the names
    // of all sources again.
    refreshMe().catch(() => undefined);
  };
  const living = data?.keys.filter(({ state }) => state !== 'revoked') ?? [];
  const revoked = data?.keys.filter(({ state }) => state === 'revoked') ?? [];
  const make = (
    <button type="button" class="main" onClick={() => setDoing({ what: 'make' })}>
      {w.apiKeys.newKey}
    </button>
  );
  return (
    <>
      <PageHead title={w.keys} lead={w.apiKeys.keysWhat}>
        {living.length > 0 && make}
      </PageHead>
      <Problem error={error} retry={reload} />
      {data !== undefined && living.length === 0 && (
        <Empty
          drawing={KEYS}
          title={revoked.length > 0 ? w.apiKeys.noActiveKeys : w.apiKeys.noKeys}
          what={w.apiKeys.noKeysWhat}
        >
          {make}
        </Empty>
      )}
      <ul class="cards">
        {living.map((key) => (
          <KeyCard key={key.id} of={key} act={(what) => setDoing({ what, key })} />
        ))}
      </ul>
      {revoked.length > 0 && (
        <details class="keys-revoked-keys">
          <summary>{w.apiKeys.revokedKeys(revoked.length)}</summary>
          <ul class="cards">
            {revoked.map((key) => (
              <KeyCard key={key.id} of={key} />
            ))}
          </ul>
        </details>
      )}
      {doing?.what === 'make' && <NewKeyDialog onClose={close} done={done} />}
      {doing?.what === 'rotate' && <RotateDialog of={doing.key} onClose={close} done={done} />}
      {doing?.what === 'revoke' && <RevokeDialog of={doing.key} onClose={close} done={done} />}
      {made !== undefined && (
        <SecretDialog
          secret={made.secret}
          title={w.apiKeys.keyTitle}
          what={w.apiKeys.keyWhat}
          onClose={() => setMade(undefined)}
        >
          {made.note !== undefined && <p>{made.note}</p>}
        </SecretDialog>
      )}
    </>
  );
}

function StateChip({ state, revokedAt }: Key) {
  const w = words.value;
  const time = revokedAt === null ? '' : formatTime(revokedAt);
  if (state === 'valid') return <Chip tone="good">{w.apiKeys.valid}</Chip>;
  if (state === 'ending') return <Chip tone="busy">{w.apiKeys.validUntil(time)}</Chip>;
  return <Chip tone="idle">{w.apiKeys.revokedAt(time)}</Chip>;
}

function KeyCard({ of: key, act }: { readonly of: Key; readonly act?: (what: 'rotate' | 'revoke') => void }) {
  const w = words.value;
  const acts = key.state === 'valid' ? (['rotate', 'revoke'] as const) : (['revoke'] as const);
  const used = key.lastUsedAt === null ? w.apiKeys.neverUsed : `${w.apiKeys.lastUsed} ${ago(key.lastUsedAt)}`;
  return (
    <li>
      <strong>{key.name}</strong> <code>{key.prefix}…</code>
      <StateChip {...key} />
      {act !== undefined && (
        <div class="card-actions">
          {acts.map((what) => (
            <button
              key={what}
              type="button"
              class={what === 'revoke' ? 'quiet danger' : 'quiet'}
              aria-label={`${w.apiKeys[what]}: ${key.name}`}
              onClick={() => act(what)}
            >
              {w.apiKeys[what]}
            </button>
          ))}
        </div>
      )}
      {key.state === 'ending' && <span class="meta">{w.apiKeys.ending}</span>}
      <span class="meta">
        {w.apiKeys.source} <code>{key.source}</code> · {w.apiKeys.created} {moment(key.createdAt)}
      </span>
      <span class="meta">
        {used} · {w.apiKeys.callsInWeek(key.callsInWeek)}
      </span>
      <span class="meta">{key.scopes.map((scope) => w.apiKeys.scopes[scope]).join(' · ')}</span>
    </li>
  );
}
