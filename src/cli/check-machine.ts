import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  OWN_FILE,
  ownFolder,
  ownPath,
  type ProxyTrouble,
  reasonOfLookupError,
  resolveName,
  toIso,
  UsageError,
  within,
} from '../base/index.ts';
import { databasePath, findServing, openFailureText } from '../storage/index.ts';

/** One checked item. `problem` states the fault and its remedy. */
export interface Finding {
  readonly what: string;
  readonly problem?: string;
  /** A question for an owner, such as where backups should go. An open question does not fail the check. */
  readonly question?: string;
  /** A fault that does not make `docket check` fail, for example because any HTTP client can cause it. */
  readonly warning?: string;
}

/** The names of files that the server itself writes. Any other file is an administrator's. */
const KEPT_BY_THE_SERVER =
  /^(docket\.db(-wal|-shm|-journal)?|calls\.db(-wal|-shm)?|mail\.key|seal(\.\w+)?\.key|serve\.lock|backups)$/;
/** The minimum free space: weeks of new data and an update's copy of the database must fit. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;
const MIB = 1024 * 1024;
/**
 * The lowest limit on open files that is enough. It covers 240 webhook attempts, 240 callers with open connections, and
 * Docket's own files.
 */
const LEAST_FILES = 1_024;
/** The share of the limit on open files that may be in use. Above this share, a burst of callers may have to wait. */
const FILES_SHARE = 0.8;
const LOOKUP_MS = 5_000;

export function checkDisk(dataDir: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    const what = `${Math.floor(free / MIB)} MiB free`;
    if (free >= LEAST_FREE_BYTES) return { what };
    return {
      what,
      problem: `only ${what} on the disk of ${dataDir}: make room, or orders will be refused; a docket that runs goes on by itself once there is some`,
    };
  } catch {
    return { what: 'disk', problem: `${dataDir} cannot be read: say with --data where the data is` };
  }
}

/** Writes a test file, because only writing reveals missing permissions, a read-only mount or a quota. */
export function checkWriting(dataDir: string): Finding {
  for (const file of [databasePath(dataDir), `${databasePath(dataDir)}-wal`]) {
    const text = writingTrouble(file);
    if (text !== undefined) return { what: 'writing', problem: `the database file ${file} cannot be written: ${text}` };
  }
  try {
    const path = join(ownFolder(dataDir), `.docket-check-${process.pid}`);
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, new Uint8Array(4096));
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
    return { what: 'the data directory can be written' };
  } catch (error) {
    return { what: 'writing', problem: `nothing can be written in ${dataDir}: ${textOf(error)}` };
  }
}

const textOf = (error: unknown): string =>
  openFailureText(error) ?? (error instanceof UsageError ? error.message : String(error));

/**
 * Finds files that do not belong to the data directory's owner. Only root needs this check, because root's other checks
 * can open every file.
 */
export function checkOwners(dataDir: string): Finding | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  try {
    const owner = statSync(dataDir).uid;
    const strange = readdirSync(dataDir)
      .toSorted()
      .filter((name) => KEPT_BY_THE_SERVER.test(name) && lstatSync(join(dataDir, name)).uid !== owner);
    if (strange.length === 0) return undefined;
    return {
      what: 'owners',
      problem: `${strange.join(', ')} in ${dataDir} belong to a different user than the directory, and a server of that user cannot use them: chown -R --reference=${dataDir}/. ${dataDir}/.`,
    };
  } catch {
    return undefined;
  }
}

function writingTrouble(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    // Without `ownPath`, root could open a device here, and opening some devices starts them.
    closeSync(openSync(ownPath(file), OWN_FILE));
    return undefined;
  } catch (error) {
    return textOf(error);
  }
}

/**
 * Checks the file limit of the server that runs on the directory. Without such a server, checks the limit of this
 * command. Reports nothing without /proc.
 */
export function checkFiles(dataDir: string): Finding | undefined {
  const pid = serverOf(dataDir)?.pid;
  const who = pid === undefined ? 'a process here' : 'the running docket';
  const proc = `/proc/${pid ?? 'self'}`;
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync(`${proc}/limits`, 'utf8'))?.[1] ?? Number.NaN);
    if (!Number.isFinite(limit)) return undefined;
    const open = pid === undefined ? 0 : readdirSync(`${proc}/fd`).length;
    const what = `${who} may have ${limit} files open`;
    if (limit >= LEAST_FILES && open < limit * FILES_SHARE) return { what };
    const used = pid === undefined ? '' : `, and has ${open}`;
    return {
      what,
      problem: `${what}${used}, and each connection needs one: raise the limit to 4096 (LimitNOFILE in the unit, ulimit -n in a shell), or callers and webhooks are kept waiting`,
    };
  } catch {
    return undefined;
  }
}

const SAID_OF_PROXIES: Readonly<Record<ProxyTrouble, string>> = {
  distrusted:
    'is not trusted, so its users count as one address, and cookies are not kept to https: if it is your proxy, start docket serve with --trust-proxy',
  no_address: 'is asked by https, and nobody said at which address: start docket serve with --public-url https://HOST',
};

export const checkProxies = (dataDir: string): Finding[] =>
  (serverOf(dataDir)?.proxies ?? []).map(({ trouble, peer, atMs }) => ({
    what: 'proxy',
    warning: `the proxy at ${peer}, last noted at ${toIso(atMs)}, ${SAID_OF_PROXIES[trouble]}`,
  }));

function serverOf(dataDir: string) {
  try {
    return findServing(dataDir);
  } catch {
    // If the lock cannot be checked, the checks continue as if no server were running.
    return undefined;
  }
}

/** @param hosts the host names of the webhooks' URLs; IP addresses are left out, because they need no look-up */
export async function checkNames(hosts: readonly string[]): Promise<Finding[]> {
  if (hosts.length === 0) return [];
  const found = await Promise.all(hosts.map(async (host) => ({ host, trouble: await troubleOf(host) })));
  const silent = found.filter(({ trouble }) => trouble === 'silent').map(({ host }) => host);
  const absent = found.filter(({ trouble }) => trouble === 'absent').map(({ host }) => host);
  const findings: Finding[] = absent.map((host) => ({
    what: 'names',
    problem: `the name ${host} of a webhook does not exist: correct the address, or have the domain put right`,
  }));
  if (silent.length > 0) {
    const problem = `no name server answers for ${silent.join(', ')}: look at the name servers of this machine (/etc/resolv.conf) and of the domain; webhooks wait, and are sent later`;
    findings.push({ what: 'names', problem });
  }
  return findings.length > 0 ? findings : [{ what: `the names of ${hosts.length} webhook servers are known` }];
}

async function troubleOf(host: string): Promise<'absent' | 'silent' | undefined> {
  try {
    await within(LOOKUP_MS, resolveName(host));
    return undefined;
  } catch (error) {
    return reasonOfLookupError(error) === 'name_not_found' ? 'absent' : 'silent';
  }
}
