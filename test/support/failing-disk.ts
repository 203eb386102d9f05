import { appendFileSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDir, dataDir, EXECUTABLE } from './docket.ts';
import { lacksTrace } from './tools.ts';

/** A disk that a test can make unwritable under a running server, and repair. */
export interface FailingDisk extends Disposable {
  readonly path: string;
  readonly wrapper: readonly string[] | undefined;
  /** Makes later writes fail. On a full disk, a write that does not enlarge its file still succeeds. */
  fail(pid: number): void;
  mend(pid: number): void;
  /** True if the disk is full, so that no other program can write there either. */
  readonly isFull: boolean;
  /** The message of `docket check` about the disk; undefined if the disk fails for the server alone. */
  readonly named: RegExp | undefined;
}

export type KindOfDisk = readonly [how: string, make: () => FailingDisk];

const SIZE = '24m';

function run(...command: string[]): boolean {
  try {
    return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success;
  } catch {
    // The command is missing on this machine.
    return false;
  }
}

function must(...command: string[]): void {
  if (!run(...command)) throw new Error(`${command.join(' ')} failed`);
}

/** Files that may not grow beyond a limit. */
function limited(): FailingDisk {
  const dir = dataDir();
  return {
    path: dir.path,
    isFull: false,
    named: undefined,
    // Without the trap, the signal of the limit would end the process.
    wrapper: ['bash', '-c', `trap '' XFSZ; exec "$0" "$@"`, EXECUTABLE],
    fail(pid) {
      const bytes = statSync(join(dir.path, 'docket.db-wal')).size;
      must('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`);
    },
    mend: (pid) => must('prlimit', '--pid', String(pid), '--fsize=unlimited:unlimited'),
    [Symbol.dispose]: dir[Symbol.dispose],
  };
}

function mount(dir: DataDir): boolean {
  return run('mount', '-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'docket-test', dir.path);
}

/** A file system of a few megabytes, and a file that takes all of its free space. */
function small(): FailingDisk {
  const dir = dataDir();
  if (!mount(dir)) throw new Error('no file system could be mounted');
  const ballast = join(dir.path, 'ballast');
  return {
    path: dir.path,
    isFull: true,
    named: /^problem: only 0 MiB free .*: make room.*^problem: nothing can be written in .*no room left/ms,
    wrapper: undefined,
    fail() {
      for (let bytes = 1024 * 1024; bytes >= 1; bytes /= 4) {
        try {
          for (;;) appendFileSync(ballast, new Uint8Array(bytes));
        } catch {
          // The disk is now full for pieces of this size.
        }
      }
    },
    mend: () => rmSync(ballast),
    [Symbol.dispose]() {
      must('umount', '--lazy', dir.path);
      dir[Symbol.dispose]();
    },
  };
}

/** Files that the kernel lets nobody write, as after a disk error. Handles opened before cannot write either. */
function frozen(): FailingDisk {
  const dir = dataDir();
  const files = ['docket.db', 'docket.db-wal'].map((name) => join(dir.path, name));
  const mend = (): void => must('chattr', '-i', ...files);
  return {
    path: dir.path,
    isFull: false,
    named: /^problem: the database file .*docket\.db.* cannot be written/m,
    wrapper: undefined,
    fail: () => must('chattr', '+i', ...files),
    mend,
    [Symbol.dispose]() {
      run('chattr', '-i', ...files);
      dir[Symbol.dispose]();
    },
  };
}

const LONGEST_MS = 10_000;

/**
 * Checks that strace is attached to every thread of a process. If `held` is false, checks that strace is attached to
 * none.
 */
function isHeld(pid: number, held: boolean): boolean {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.every((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return (/^TracerPid:\s+0$/m.exec(status) === null) === held;
  });
}

/** Files whose writes end with EIO, as on a dying disk. */
function dying(): FailingDisk {
  const dir = dataDir();
  let strace: Bun.Subprocess | undefined;
  const wait = (pid: number, held: boolean): void => {
    const begunMs = performance.now();
    while (!isHeld(pid, held)) {
      if (performance.now() - begunMs > LONGEST_MS) throw new Error('strace has not taken hold, or not let go');
      Bun.sleepSync(5);
    }
  };
  const mend = (pid: number): void => {
    strace?.kill('SIGINT');
    wait(pid, false);
  };
  return {
    path: dir.path,
    isFull: false,
    named: undefined,
    wrapper: undefined,
    fail(pid) {
      const how = ['--follow-forks', '--output=/dev/null', '--trace=pwrite64', '--inject=pwrite64:error=EIO'];
      strace = Bun.spawn(['strace', ...how, `--attach=${pid}`], { stdio: ['ignore', 'ignore', 'ignore'] });
      wait(pid, true);
    },
    mend,
    [Symbol.dispose]() {
      strace?.kill('SIGINT');
      dir[Symbol.dispose]();
    },
  };
}

function canMount(): boolean {
  using dir = dataDir();
  return mount(dir) && run('umount', dir.path);
}

function canFreeze(): boolean {
  using dir = dataDir();
  const file = join(dir.path, 'file');
  appendFileSync(file, '');
  return run('chattr', '+i', file) && run('chattr', '-i', file);
}

/** A file system of a few megabytes that the shop itself fills. Enlarging it repairs the disk. */
function outgrown(): FailingDisk {
  const disk = small();
  return {
    ...disk,
    isFull: false,
    named: undefined,
    fail: () => undefined,
    mend: () => must('mount', '-o', 'remount,size=64m', disk.path),
  };
}

/** The room that a crowded disk has left for a starting server. */
const LEFT_BYTES = 1024 * 1024;

/** A file system on which other files have left room for some thousand calls in the log of calls. */
function crowded(): FailingDisk {
  const disk = small();
  return {
    ...disk,
    fail() {
      const { bavail, bsize } = statfsSync(disk.path);
      writeFileSync(join(disk.path, 'ballast'), new Uint8Array(bavail * bsize - LEFT_BYTES));
    },
  };
}

export const CROWDED: readonly KindOfDisk[] = canMount() ? [['that the log of calls fills', crowded]] : [];

export const OUTGROWN: readonly KindOfDisk[] = canMount() ? [['that its own orders fill', outgrown]] : [];

/** The kinds of disks that work for this machine and this user. The first one works everywhere. */
export const DISKS: readonly KindOfDisk[] = [
  ['whose files may grow no more', limited],
  ...(canMount() ? [['that is full', small] satisfies KindOfDisk] : []),
  ...(lacksTrace() === undefined ? [['that fails with EIO', dying] satisfies KindOfDisk] : []),
  ...(canFreeze() ? [['that turns read-only', frozen] satisfies KindOfDisk] : []),
];
