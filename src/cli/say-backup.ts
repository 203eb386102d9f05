import type { TableCounts, VerifiedBackup } from '../storage/index.ts';

/** Tables that say how large a shop is; the document of --json has all of them. */
const TOLD = ['workspaces', 'people', 'orders', 'payments', 'inquiries', 'products', 'events'];

/** `orders 12, payments 3, …` */
export const rowsOf = (counts: TableCounts): string =>
  TOLD.filter((name) => counts[name] !== undefined)
    .map((name) => `${name} ${counts[name]}`)
    .join(', ');

export function describeBackup(address: string, { bytes, sha256, manifest, schemaVersion, counts }: VerifiedBackup) {
  const document = {
    backup: address,
    bytes,
    sha256,
    schemaVersion,
    counts,
    takenAt: manifest?.takenAt ?? null,
    docket: manifest?.docket ?? null,
    installation: manifest?.installation ?? null,
    sealed: manifest !== null,
  };
  const lines = [
    manifest === null
      ? `${address} is a sound database of Docket, schema ${schemaVersion}, but without a manifest: whether rows are missing cannot be told`
      : `${address} is sound: taken at ${manifest.takenAt} by Docket ${manifest.docket}, schema ${schemaVersion}`,
    `sha256 ${sha256}`,
    `rows ${rowsOf(counts)}`,
  ];
  return { document, lines };
}
