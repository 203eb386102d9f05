import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { databasePath, findInstallation } from '../storage/index.ts';
import { isBelow } from './folder.ts';
import { isDraft, parseBackupName, shortInstallation } from './names.ts';
import type { BackupPlan } from './plan.ts';

/**
 * Paths of database copies in the data folder. `backups` contains the finished and unfinished backups of this database.
 * `aside` contains the copies left by a restore, an update or a migration.
 */
interface OlderCopies {
  readonly backups: readonly string[];
  readonly aside: readonly string[];
}

/**
 * Finds the copies of this database in the data folder. These copies may contain the data of forgotten clients.
 * @param isKept returns true if the copy at a path stays; called only for complete copies
 */
export function findOlderCopies(
  dataDir: string,
  plan: Pick<BackupPlan, 'target'>,
  isKept: (path: string) => boolean = () => false,
): OlderCopies {
  const { target } = plan;
  const own = shortInstallation(findInstallation(databasePath(dataDir)) ?? '');
  const folders = new Set([join(dataDir, 'backups')]);
  if (target.place === 'disk' && isWithin(dataDir, { target })) folders.add(target.folder);
  const backups = [...folders].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => isLeft(name) || parseBackupName(name)?.installation === own)
      .map((name) => join(folder, name))
      .filter((path) => isLeft(basename(path)) || !isKept(path)),
  );
  const prefix = `${basename(databasePath(dataDir))}.`;
  const aside = namesIn(dataDir)
    .filter((name) => isLeftHere(name) || (name.startsWith(prefix) && isCopy(name.slice(prefix.length))))
    .map((name) => join(dataDir, name))
    .filter((path) => isLeftHere(basename(path)) || !isKept(path.replace(SIDE, '')));
  return { backups, aside };
}

export const isWithin = (dataDir: string, { target }: Pick<BackupPlan, 'target'>): boolean =>
  target.place === 'disk' && isBelow(dataDir, target.folder);

const isCopy = (rest: string): boolean =>
  rest.includes('.backup') || rest.startsWith('before-') || rest.startsWith('set-aside.');

/** SQLite's files next to a database. They are deleted or kept together with the database. */
const SIDE = /-(?:wal|shm|journal)$/;

/** Temporary files of an upload, a restore or a folder test. Each is deleted by its own task. */
const IN_USE = /^\.docket-(?:upload|restore|probe)-/;
const isLeft = (name: string): boolean => isDraft(name) && !IN_USE.test(name);
/** An interrupted self-test leaves a folder with a copy. */
const isLeftHere = (name: string): boolean => isLeft(name) || name.startsWith('.self-test-');

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

export function dropOlderCopies({ backups, aside }: OlderCopies): number {
  for (const path of [...backups, ...aside]) rmSync(path, { recursive: true, force: true });
  return backups.length + aside.length;
}
