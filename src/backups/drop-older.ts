import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { databasePath, findInstallation } from '../storage/index.ts';
import { isBelow } from './folder.ts';
import { isDraft, parseBackupName, shortInstallation } from './names.ts';
import type { BackupPlan } from './plan.ts';

/** Copies of the database within the data folder: backups, and what was put aside by a restore, an update, a migration. */
interface OlderCopies {
  readonly backups: readonly string[];
  readonly aside: readonly string[];
}

/** @param except the name of a backup that stays */
export function findOlderCopies(dataDir: string, plan: Pick<BackupPlan, 'target'>, except?: string): OlderCopies {
  const { target } = plan;
  const own = shortInstallation(findInstallation(databasePath(dataDir)) ?? '');
  const folders = new Set([join(dataDir, 'backups')]);
  if (target.place === 'disk' && isWithin(dataDir, { target })) folders.add(target.folder);
  const backups = [...folders].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => isDraft(name) || parseBackupName(name)?.installation === own)
      .filter((name) => name !== except)
      .map((name) => join(folder, name)),
  );
  const prefix = `${basename(databasePath(dataDir))}.`;
  const aside = namesIn(dataDir)
    .filter((name) => isDraft(name) || (name.startsWith(prefix) && isCopy(name.slice(prefix.length))))
    .map((name) => join(dataDir, name));
  return { backups, aside };
}

/** Whether backups go into the data folder itself. */
export const isWithin = (dataDir: string, { target }: Pick<BackupPlan, 'target'>): boolean =>
  target.place === 'disk' && isBelow(dataDir, target.folder);

const isCopy = (rest: string): boolean => rest.includes('.backup') || rest.startsWith('before-');

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** @returns how many files are gone */
export function dropOlderCopies({ backups, aside }: OlderCopies): number {
  for (const path of [...backups, ...aside]) rmSync(path, { force: true });
  return backups.length + aside.length;
}
