import { factsOf } from '../backups/index.ts';
import type { SealOrigin, TableCounts, VerifiedBackup } from '../storage/index.ts';

/** The tables that show the size of a shop; the document of --json has all tables. */
const TOLD = ['workspaces', 'people', 'orders', 'payments', 'inquiries', 'products', 'events'];

export const rowsOf = (counts: TableCounts): string =>
  TOLD.filter((name) => counts[name] !== undefined)
    .map((name) => `${name} ${counts[name]}`)
    .join(', ');

const SEALED: Readonly<Record<SealOrigin, (key: string) => string>> = {
  here: (key) => `sealed with the key ${key}, which is here`,
  elsewhere: (key) => `warning: sealed with the key ${key}, which is not here: somebody else may have made it`,
  unsealed: () => 'warning: sealed with no key: it is older than such seals, or somebody else made it',
};

/** @param sealed tells which installation's seal key sealed the backup, if any */
export function describeBackup(address: string, verified: VerifiedBackup, sealed: SealOrigin) {
  const { sha256, manifest, seal, schemaVersion, counts } = verified;
  const facts = factsOf(verified, sealed);
  const document = { backup: address, ...facts, installation: manifest?.installation ?? null };
  const lines = [
    manifest === null
      ? `${address} is a sound database of Docket, schema ${schemaVersion}, but without a manifest: whether rows are missing cannot be told`
      : `${address} is sound: taken at ${manifest.takenAt} by Docket ${manifest.docket}, schema ${schemaVersion}`,
    SEALED[sealed](seal?.key ?? ''),
    `sha256 ${sha256}`,
    `rows ${rowsOf(counts)}`,
  ];
  return { document, lines };
}
