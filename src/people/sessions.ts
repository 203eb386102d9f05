import { and, asc, desc, eq, ne, notInArray } from 'drizzle-orm';
import { HOUR_MS, hashToken, isUuid, type Random, tokenText } from '../base/index.ts';
import {
  given,
  givenNumber,
  memberships,
  people,
  prepared,
  type Storage,
  sessions,
  sessionVisits,
  type Tx,
  workspaces,
} from '../storage/index.ts';
import {
  type Actor,
  type ActorCtx,
  type Workspace,
  workspaceColumns,
  writeAudit,
  writeOwnAudit,
} from '../workspaces/index.ts';
import type { Role } from './people.ts';
import { trustDevice } from './trusted-devices.ts';

export interface Session {
  readonly id: string;
  readonly seq: number;
  readonly person: SessionPerson;
  readonly remembered: boolean;
  /**
   * The time when the person last proved their identity by password, passkey or link, in milliseconds since the epoch.
   */
  readonly provedAt: number;
  /** True if the person signed in, or later confirmed their identity, with a passkey, which counts as two factors. */
  readonly byPasskey: boolean;
}

export interface PersonCtx {
  readonly storage: Storage;
  readonly session: Session;
}

type SessionPerson = Pick<typeof people.$inferSelect, 'seq' | 'id' | 'email' | 'name' | 'language' | 'theme'>;

/**
 * Every request of a page runs these queries. They are prepared once, because building a query costs more than running
 * it.
 */
const queries = prepared((db) => {
  const found = () =>
    db
      .select({ session: sessions, person: people })
      .from(sessions)
      .innerJoin(people, eq(people.seq, sessions.personSeq));
  return {
    bySeq: found()
      .where(eq(sessions.seq, givenNumber('seq')))
      .prepare(),
    byToken: found()
      .where(eq(sessions.tokenHash, given('tokenHash')))
      .prepare(),
    memberships: db
      .select({
        role: memberships.role,
        lastSeenAt: memberships.lastSeenAt,
        endedSessions: memberships.endedSessions,
        workspace: workspaceColumns,
      })
      .from(memberships)
      .innerJoin(workspaces, eq(workspaces.seq, memberships.workspaceSeq))
      .where(eq(memberships.personSeq, givenNumber('personSeq')))
      .orderBy(asc(workspaces.seq))
      .prepare(),
  };
});

const TOKEN_BYTES = 32;
/**
 * A session ends after this time without a request, unless the person chose "stay signed in". Closing the browser ends
 * it too.
 */
const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 30 * 24 * HOUR_MS;
/** The shortest time between two updates of "last seen", because each update costs a write. */
export const SEEN_EVERY_MS = 5 * 60_000;

export interface Device {
  readonly userAgent: string | null;
  readonly address: string | null;
  /** The token of the browser's current session, whoever is signed in. */
  readonly session?: string | undefined;
  /** The new token for the cookie that identifies the browser after this sign-in. */
  readonly token?: string | undefined;
  /** The token of an earlier sign-in with this browser. */
  readonly knownBy?: string | undefined;
}

const USER_AGENT_CHARS = 300;
/**
 * The maximum number of sessions of one person. When the person begins another session, the least recently used one
 * ends.
 */
const MOST_OF_A_PERSON = 100;

export interface NewSession {
  readonly personSeq: number;
  readonly remembered: boolean;
  readonly device: Device;
  /** The name of the passkey that signed in; null for a password or a link. */
  readonly passkeyName: string | null;
}

/** Begins a session and ends the browser's earlier one. The browser and its network become known for the person. */
export function insertSession(tx: Tx, random: Random, begun: NewSession): { token: string; seq: number } {
  const { personSeq, remembered, device, passkeyName } = begun;
  const token = tokenText(random.bytes(TOKEN_BYTES));
  if (device.session !== undefined) {
    const before = eq(sessions.tokenHash, hashToken(device.session));
    tx.db.delete(sessions).where(before).run();
  }
  const { seq } = tx.db
    .insert(sessions)
    .values({
      id: tx.newId(),
      tokenHash: hashToken(token),
      personSeq,
      remembered,
      userAgent: device.userAgent?.slice(0, USER_AGENT_CHARS) ?? null,
      address: device.address,
      createdAt: tx.now,
      lastSeenAt: tx.now,
      provedAt: tx.now,
      passkeyName,
    })
    .returning({ seq: sessions.seq })
    .get();
  dropOldest(tx, personSeq, seq);
  trustDevice(tx, personSeq, device);
  return { token, seq };
}

function dropOldest(tx: Tx, personSeq: number, begunSeq: number): void {
  const others = and(eq(sessions.personSeq, personSeq), ne(sessions.seq, begunSeq));
  const newest = tx.db.select({ seq: sessions.seq }).from(sessions).where(others).orderBy(desc(sessions.lastSeenAt));
  const isOver = notInArray(sessions.seq, newest.limit(MOST_OF_A_PERSON - 1));
  tx.db.delete(sessions).where(and(others, isOver)).run();
}

/** Gives a session another token, and voids the earlier one. @returns the token for the cookie */
export function renewToken(tx: Tx, random: Random, seq: number): string {
  const token = tokenText(random.bytes(TOKEN_BYTES));
  const tokenHash = hashToken(token);
  tx.db.update(sessions).set({ tokenHash }).where(eq(sessions.seq, seq)).run();
  return token;
}

/**
 * Records that a session's person has proved again who they are. With `passkeyName`, the session then counts as begun
 * with that passkey.
 * @returns a new token for the cookie; undefined if another tab has recorded a proof first
 */
export function noteProof(
  tx: Tx,
  random: Random,
  { seq, provedAt }: Session,
  passkeyName?: string,
): string | undefined {
  const own = and(eq(sessions.seq, seq), eq(sessions.provedAt, provedAt));
  const isFirst = tx.db.select({ seq: sessions.seq }).from(sessions).where(own).get() !== undefined;
  tx.db.update(sessions).set({ provedAt: tx.now, passkeyName }).where(eq(sessions.seq, seq)).run();
  return isFirst ? renewToken(tx, random, seq) : undefined;
}

export function endOfSession(session: Pick<typeof sessions.$inferSelect, 'createdAt' | 'lastSeenAt' | 'remembered'>) {
  const latest = session.createdAt + SESSION_MS;
  return session.remembered ? latest : Math.min(latest, session.lastSeenAt + IDLE_MS);
}

/**
 * Returns true if the session's creation time is more than `SESSION_MS` in the future. This happens if the clock was
 * set back. Without this check, such a session would last too long.
 */
const isAhead = (session: Pick<typeof sessions.$inferSelect, 'createdAt'>, nowMs: number): boolean =>
  session.createdAt - SESSION_MS > nowMs;

/** Returns undefined if the session is unknown, revoked or too old. */
export function findSession(
  storage: Storage,
  { nowMs, ...by }: { readonly nowMs: number } & ({ readonly token: string } | { readonly seq: number }),
): Session | undefined {
  const { bySeq, byToken } = queries(storage.read);
  const row = 'seq' in by ? bySeq.get({ seq: by.seq }) : byToken.get({ tokenHash: hashToken(by.token) });
  if (row === undefined) return undefined;
  const { session, person } = row;
  if (nowMs >= endOfSession(session) || isAhead(session, nowMs)) return undefined;
  const { seq, id, email, name, language, theme } = person;
  // Only a look-up by token is a request. The server itself looks up sessions by `seq`, for example for an open page.
  if ('token' in by && nowMs - session.lastSeenAt >= SEEN_EVERY_MS) noteSeen(storage, session.seq);
  return {
    id: session.id,
    seq: session.seq,
    person: { seq, id, email, name, language, theme },
    remembered: session.remembered,
    provedAt: session.provedAt,
    byPasskey: session.passkeyName !== null,
  };
}

/** Updates the time of the last request. It ignores a failure, because a full disk must not sign anybody out. */
function noteSeen(storage: Storage, seq: number): void {
  storage
    .write((tx) => void tx.db.update(sessions).set({ lastSeenAt: tx.now }).where(eq(sessions.seq, seq)).run())
    .catch(() => undefined);
}

interface SessionInfo extends Omit<Device, 'session' | 'token' | 'knownBy'> {
  readonly id: string;
  readonly lastSeenAt: number;
  readonly current: boolean;
}

export function listSessions(storage: Storage, session: Session): SessionInfo[] {
  const { id, userAgent, address, lastSeenAt } = sessions;
  return storage.read
    .select({ id, userAgent, address, lastSeenAt })
    .from(sessions)
    .where(eq(sessions.personSeq, session.person.seq))
    .orderBy(desc(lastSeenAt))
    .all()
    .map((one) => ({ ...one, current: one.id === session.id }));
}

export function revokeSession({ storage, session, actor }: PersonCtx & ActorCtx, id: string): Promise<boolean> {
  return storage.write((tx) => {
    if (!isUuid(id)) return false;
    const own = and(eq(sessions.id, id), eq(sessions.personSeq, session.person.seq));
    const found = tx.db.select({ seq: sessions.seq }).from(sessions).where(own).get();
    if (found === undefined) return false;
    if (found.seq === session.seq) noteSignOut(tx, session, actor);
    else writeOwnAudit(tx, session.person, { actor, action: 'person.session_ended' });
    tx.db.delete(sessions).where(own).run();
    endStreams(tx, session.person.seq);
    return true;
  });
}

export function endGuessing(tx: Tx, { seq, person }: Session): void {
  const actor = { type: 'person', id: person.id } as const;
  writeOwnAudit(tx, person, { actor, action: 'person.session_ended' });
  tx.db.delete(sessions).where(eq(sessions.seq, seq)).run();
  endStreams(tx, person.seq);
}

/** Makes the live streams of open pages check again whether they may continue. */
function endStreams(tx: Tx, personSeq: number): void {
  const own = eq(memberships.personSeq, personSeq);
  const rows = tx.db.select({ workspaceSeq: memberships.workspaceSeq }).from(memberships).where(own).all();
  for (const { workspaceSeq } of rows) tx.notify('workspaces', workspaceSeq);
}

/**
 * Records a sign-out only in the workspaces that the session has visited. The others must learn nothing about the
 * person's actions.
 */
function noteSignOut(tx: Tx, { seq, person }: Session, actor: Actor): void {
  const isMember = and(eq(memberships.workspaceSeq, sessionVisits.workspaceSeq), eq(memberships.personSeq, person.seq));
  const visits = tx.db
    .select({ workspaceSeq: sessionVisits.workspaceSeq })
    .from(sessionVisits)
    .innerJoin(memberships, isMember)
    .where(eq(sessionVisits.sessionSeq, seq))
    .all();
  for (const { workspaceSeq } of visits) {
    writeAudit(tx, { workspaceSeq, actor, action: 'person.signed_out', subject: person.id });
  }
}

export function revokeOtherSessions(tx: Tx, personSeq: number, keepSeq: number | undefined): void {
  const own = eq(sessions.personSeq, personSeq);
  const others = keepSeq === undefined ? own : and(own, ne(sessions.seq, keepSeq));
  tx.db.delete(sessions).where(others).run();
  endStreams(tx, personSeq);
}

export interface Membership {
  readonly workspace: Workspace;
  readonly role: Role;
  readonly lastSeenAt: number | null;
  /** Sessions with a `seq` up to this number have lost access to the workspace. */
  readonly endedSessions: number;
}

/** The oldest workspace is first. */
export function listMemberships(storage: Storage, personSeq: number): Membership[] {
  return queries(storage.read).memberships.all({ personSeq });
}
