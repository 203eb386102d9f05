import {
  AppError,
  describeMailServer,
  type GivenMail,
  type MailResult,
  type MailSettings,
  type Random,
  seal,
  validationFailed,
} from '../base/index.ts';
import { hastenMails } from '../mail/index.ts';
import { type AuditAction, ensureKeyFile, keyFilePath, mailServer, type Storage, type Tx } from '../storage/index.ts';
import { type Actor, type Changes, diff, writeAudit } from '../workspaces/index.ts';
import { findSaved, openPassword } from './in-force.ts';
import { boundTo, type CheckedServer, checkMailServer, type MailServerInput, mailSettingsOf } from './server.ts';

interface MailServerPorts {
  readonly storage: Storage;
  readonly random: Random;
  readonly given: GivenMail;
}

interface MailServerScope {
  readonly actor: Actor;
  /** The workspace whose history records the change; undefined if no workspace exists yet. */
  readonly workspaceSeq: number | undefined;
}

interface TryingOut {
  /** Sends a test mail to the person who saves the settings. */
  readonly tryOut: (settings: MailSettings) => Promise<MailResult>;
}

interface PreparedSettings {
  readonly server: CheckedServer;
  readonly password: string;
  readonly isNewPassword: boolean;
  readonly settings: MailSettings;
}

/**
 * Checks the form. Uses a saved password only if host, port, encryption and user are unchanged.
 * @throws forbidden if a flag or variable names the mail server; validation_failed
 */
export function prepareMailServer({ storage, given }: MailServerPorts, input: MailServerInput): PreparedSettings {
  if (given.smtpUrl !== undefined) {
    throw new AppError({ rule: 'mail_given', by: given.smtpUrl.by });
  }
  const server = checkMailServer(input);
  const isNewPassword = (input.password ?? '') !== '';
  const password = server.user === null ? '' : isNewPassword ? (input.password ?? '') : keptPassword(storage, server);
  return { server, password, isNewPassword, settings: mailSettingsOf(server, password, given.from?.value) };
}

function keptPassword(storage: Storage, server: CheckedServer): string {
  const saved = findSaved(storage.read);
  const refuse = (rule: 'mail_password' | 'mail_password_again' | 'mail_password_lost'): never => {
    throw validationFailed([{ path: 'password', rule }]);
  };
  const sealed = saved?.sealedPassword ?? null;
  if (saved === undefined || sealed === null) return refuse('mail_password');
  if (boundTo(saved) !== boundTo(server)) return refuse('mail_password_again');
  const password = openPassword(server, sealed, keyFilePath(storage.path));
  return password ?? refuse('mail_password_lost');
}

/**
 * Tests the values with a mail, and saves them only if the server accepts it. Waiting mails are then sent at once.
 * @throws forbidden, validation_failed, unavailable
 */
export async function saveMailServer(
  ctx: MailServerPorts & MailServerScope & TryingOut,
  input: MailServerInput,
): Promise<MailResult> {
  const { storage, random } = ctx;
  const { server, password, isNewPassword, settings } = prepareMailServer(ctx, input);
  const result = await ctx.tryOut(settings);
  if (!result.ok) return result;
  // The file of the seal key must reach the disk before the password that the key encrypts. Otherwise a crash in
  // between could make the saved password unreadable.
  const sealedPassword =
    server.user === null
      ? null
      : seal(ensureKeyFile(keyFilePath(storage.path), random), password, boundTo(server), random);
  await storage.write((tx) => {
    const before = findSaved(tx.db);
    const row = { ...server, sealedPassword, updatedAt: tx.now };
    tx.db
      .insert(mailServer)
      .values({ one: 1, ...row })
      .onConflictDoUpdate({ target: mailServer.one, set: row })
      .run();
    hastenMails(tx);
    record(tx, ctx, 'mail_server.saved', changesOf(before, server, isNewPassword));
  });
  return result;
}

/** Records a test of mail settings, which may differ from the saved ones. */
export const noteMailTest = (
  ctx: Pick<MailServerPorts, 'storage'> & MailServerScope,
  settings: MailSettings,
): Promise<void> =>
  ctx.storage.write((tx) =>
    record(tx, ctx, 'mail_server.tested', diff({}, { host: describeMailServer(settings).host })),
  );

export function removeMailServer(ctx: Pick<MailServerPorts, 'storage'> & MailServerScope): Promise<void> {
  return ctx.storage.write((tx) => {
    const before = findSaved(tx.db);
    if (before === undefined) return;
    tx.db.delete(mailServer).run();
    record(tx, ctx, 'mail_server.removed', changesOf(before, undefined, false));
  });
}

const FIELDS = ['host', 'port', 'tls', 'user', 'sender'] as const;
const HIDDEN = '***';

function changesOf(
  before: CheckedServer | undefined,
  after: CheckedServer | undefined,
  isNewPassword: boolean,
): Changes {
  const next = Object.fromEntries(FIELDS.map((field) => [field, after?.[field] ?? null]));
  return { ...diff(before ?? {}, next), ...(isNewPassword ? { password: { from: HIDDEN, to: HIDDEN } } : {}) };
}

function record(tx: Tx, { actor, workspaceSeq }: MailServerScope, action: AuditAction, changes: Changes): void {
  if (workspaceSeq === undefined) return;
  writeAudit(tx, { workspaceSeq, actor, action, subject: 'mail-server', changes });
}
