import { type Mailer, toLanguage, type World } from '../base/index.ts';
import { fileDamaged } from '../mail/index.ts';
import { ownersOfInstallation } from '../people/index.ts';
import type { Finding, Storage } from '../storage/index.ts';

interface TellingPorts {
  readonly storage: Storage;
  readonly world: World;
  /** Finds the mailer if a mail server is set. May throw: the settings are in the database, which may be damaged. */
  readonly findMailer: () => Pick<Mailer, 'send'> | undefined;
}

const SAID: Readonly<Record<Finding['kind'], string>> = {
  damaged: 'the database file is damaged; nothing more is written to it: stop docket and restore a backup',
  unsynced:
    'the disk failed to keep what was written; nobody was told that it did, and nothing more is written: look at the disk, then start docket again',
};

/**
 * Reports in the log and to the installation's owners why Docket has stopped writing. The mail queue is in the
 * database, to which nothing more is written. So the mail is sent directly, once for each start, without a retry.
 */
export async function tellOfDamage(
  { storage, world, findMailer }: TellingPorts,
  { kind, what }: Finding,
): Promise<void> {
  const { log, clock, newId } = world;
  log.error(SAID[kind], { what });
  const mailer = asFarAsRead(findMailer, undefined, log);
  if (mailer === undefined) return;
  for (const [to, language] of recipientsOf(storage, log)) {
    const worded = fileDamaged(toLanguage(language), { path: storage.path, what }, kind);
    const result = await mailer.send({ to, ...worded, messageId: newId(clock.now()) });
    if (!result.ok) log.warn('an owner could not be told of the damage', { step: result.step, reason: result.reason });
  }
}

const recipientsOf = (storage: Storage, log: World['log']): ReadonlyMap<string, string> =>
  asFarAsRead(
    () => new Map(ownersOfInstallation(storage.read).map(({ email, language }) => [email, language])),
    new Map(),
    log,
  );

function asFarAsRead<T>(read: () => T, otherwise: T, log: World['log']): T {
  try {
    return read();
  } catch (error) {
    log.error('the owners to tell of the damage could not be read', {}, error);
    return otherwise;
  }
}
