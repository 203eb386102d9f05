import { type Language, networksOf } from '../base/index.ts';
import type { Storage, Tx } from '../storage/index.ts';
import {
  type Actor,
  type ActorCtx,
  accessHeldAt,
  cleanNewWorkspace,
  insertWorkspace,
  type NewWorkspace,
} from '../workspaces/index.ts';
import { checkChosenPassword } from './choose-password.ts';
import { type Turn, turnOfStranger } from './fair-queue.ts';
import { checkPassword, cleanEmail, cleanOwnName } from './fields.ts';
import { findLink, spendLink } from './one-time-links.ts';
import { COMMAND_TURN, hashInTurn } from './password-check.ts';
import { hasPeople, insertPerson, isAnybodyThere } from './people.ts';
import type { LinkCtx } from './reset-password.ts';
import { linkRefused } from './reset-password.ts';
import { beginSession } from './visits.ts';

interface FirstOwner {
  readonly workspace: NewWorkspace;
  readonly email: string;
  readonly password: string;
  readonly language?: Language | undefined;
  /** The owner's name; a blank one counts as missing. */
  readonly ownerName?: string | undefined;
}

interface SetUp {
  readonly workspaceId: string;
  readonly ownerId: string;
}

/** @throws not_found if the link is invalid, or there is an owner already */
export function checkSetupLink(
  { storage }: { readonly storage: Storage },
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): void {
  if (hasPeople(storage) || findLink(storage.read, ['setup'], token, nowMs) === undefined) throw linkRefused();
}

/**
 * Checks the link to the review of people and API keys after a restore. It is valid only while access is blocked.
 * @throws not_found
 */
export function checkAccessLink(
  { storage }: { readonly storage: Storage },
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): void {
  const isGood = findLink(storage.read, ['setup'], token, nowMs) !== undefined;
  if (!isGood || accessHeldAt(storage.read) === undefined) throw linkRefused();
}

/** Refuses the same input as `setUp`, before there is a data directory. @throws validation_failed */
export function checkFirstOwner(input: FirstOwner): void {
  cleanFirstOwner(input, checkPassword);
}

/**
 * Creates the first owner and workspace. Only a command may call this, because no setup link is asked for.
 * @throws validation_failed; not_found if there is an owner already
 */
export async function setUp({ storage, actor }: ActorCtx, input: FirstOwner): Promise<SetUp> {
  const write = await prepare(input, checkPassword, COMMAND_TURN);
  return storage.write((tx) => {
    const { workspaceId, ownerId } = write(tx, actor);
    return { workspaceId, ownerId };
  });
}

/**
 * Creates the first owner, the workspace and a session in one transaction, which uses up the setup link.
 * @throws validation_failed; not_found if the link is invalid or there is an owner already
 */
export async function setUpByLink(
  { storage, visit }: LinkCtx,
  input: FirstOwner,
): Promise<SetUp & { readonly session: string }> {
  // This check precedes the costly hash, which a stranger could otherwise trigger without limit.
  checkSetupLink({ storage }, visit);
  const turn = turnOfStranger(networksOf(visit.device.address));
  const isAllowed = (): void => checkSetupLink({ storage }, visit);
  const write = await prepare(input, checkChosenPassword, turn, isAllowed);
  return storage.write((tx) => {
    const { workspaceId, ownerId, ownerSeq } = write(tx, { type: 'system', id: null });
    if (spendLink(tx, ['setup'], visit.token) === undefined) throw linkRefused();
    const person = { seq: ownerSeq, id: ownerId };
    const begun = { remembered: false, device: visit.device, passkeyName: null };
    const session = beginSession(tx, visit.random, person, begun);
    return { workspaceId, ownerId, session };
  });
}

function cleanFirstOwner(input: FirstOwner, check: typeof checkChosenPassword) {
  const workspace = cleanNewWorkspace(input.workspace);
  const email = cleanEmail(input.email);
  const name = cleanOwnName(input.ownerName ?? '', 'ownerName');
  const names = [workspace.name, email, ...(name === null ? [] : [name])];
  return { workspace, email, name, password: check('password', input.password, names) };
}

async function prepare(input: FirstOwner, check: typeof checkChosenPassword, turn: Turn, isAllowed?: () => void) {
  const { workspace, email, name, password } = cleanFirstOwner(input, check);
  const passwordHash = await hashInTurn(password, turn, isAllowed);
  return (tx: Tx, actor: Actor) => {
    if (isAnybodyThere(tx.db)) throw linkRefused();
    const created = insertWorkspace(tx, workspace, actor);
    const person = { email, name, passwordHash, role: 'owner', language: input.language } as const;
    const owner = insertPerson(tx, created.seq, person, actor);
    return { workspaceId: created.id, ownerId: owner.id, ownerSeq: owner.seq };
  };
}
