import { type Language, toLanguage, type World } from '../base/index.ts';
import { authenticate, createApiKey, recordKeyUse, revokeApiKey } from '../keys/index.ts';
import { listPeople, ownersOf } from '../people/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Ctx, Workspace } from '../workspaces/index.ts';
import { COMMAND_ACTOR } from './command.ts';
import { DEMO_WORDS } from './demo-words.ts';

/** The sources of the demo's API keys. The names of these API keys are in `DemoWords`, in the same sequence. */
const SOURCES = ['site', 'telegram-bot', 'till'] as const;
const SCOPES = ['svc:orders:create', 'svc:orders:update', 'svc:orders:read', 'svc:inquiries:create'] as const;
const BY_HAND = '@dashboard';

export type Platform = 'site' | 'telegram' | 'till' | 'phone';

export interface DemoActors {
  readonly language: Language;
  /** Returns the context of one call at the demo's current time. */
  readonly by: (platform: Platform) => Ctx;
  readonly owner: () => Ctx;
  /** Records the last use of the demo's API keys, and revokes them. */
  readonly end: () => Promise<void>;
}

interface MadeKey {
  readonly id: string;
  readonly seq: number;
  readonly source: string;
}

export async function makeDemoActors(
  storage: Storage,
  workspace: Workspace,
  { random, newId }: Pick<World, 'random' | 'newId'>,
  now: () => number,
): Promise<DemoActors> {
  const keys: MadeKey[] = [];
  const language = toLanguage(ownersOf(storage.read, workspace.seq)[0]?.language ?? 'en');
  for (const [at, name] of DEMO_WORDS[language].keys.entries()) {
    const source = SOURCES[at] ?? name;
    const made = await createApiKey(
      { storage, random, workspace, actor: COMMAND_ACTOR },
      { name, source, scopes: SCOPES },
    );
    keys.push({ id: made.id, source, seq: authenticate({ storage }, { key: made.key, nowMs: now() })?.keySeq ?? 0 });
  }
  const owner = listPeople(storage, workspace).find(({ role }) => role === 'owner');
  const lastUsed = new Map<number, number>();
  const ofOwner = (): Ctx => {
    const requestId = newId(now());
    const actor = owner === undefined ? COMMAND_ACTOR : ({ type: 'person', id: owner.id, requestId } as const);
    return { storage, workspace, source: BY_HAND, actor, requestId };
  };
  return {
    language,
    by(platform) {
      const key = keys[['site', 'telegram', 'till'].indexOf(platform)];
      // Orders by phone have no API key, because the owner enters them.
      if (key === undefined) return ofOwner();
      lastUsed.set(key.seq, now());
      const requestId = newId(now());
      return { storage, workspace, source: key.source, actor: { type: 'key', id: key.id, requestId }, requestId };
    },
    owner: ofOwner,
    async end() {
      await recordKeyUse(storage, lastUsed);
      for (const { id } of keys) await revokeApiKey({ storage, workspace, actor: COMMAND_ACTOR }, id);
    },
  };
}
