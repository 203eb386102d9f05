import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, EXECUTABLE, type RunOptions } from './docket.ts';

/** Names of which nobody ever says what they stand for, and one, good.example, that is this machine. */
export interface DeadNames extends AsyncDisposable {
  /** Arguments to start the executable with. */
  readonly options: RunOptions;
}

export type KindOfNames = readonly [how: string, make: () => Promise<DeadNames>];

/** This process alone uses it, so that other tests on the machine may have theirs. */
const NAME_SERVER = `127.53.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const DNS_PORT = 53;

/** The look-up itself is made to hang: to be had everywhere. */
async function preloaded(): Promise<DeadNames> {
  const preload = join(import.meta.dir, 'silent-names.preload.ts');
  return { options: { env: { BUN_OPTIONS: `--preload ${preload}` } }, async [Symbol.asyncDispose]() {} };
}

/** A name server that takes every question and answers none, for the executable alone: it has mounts of its own. */
async function silentServer(): Promise<DeadNames> {
  const dir = dataDir();
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(DNS_PORT, NAME_SERVER, resolve);
  });
  const [hosts, conf] = [join(dir.path, 'hosts'), join(dir.path, 'resolv.conf')];
  writeFileSync(hosts, '127.0.0.1 localhost good.example\n');
  writeFileSync(conf, `nameserver ${NAME_SERVER}\n`);
  const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${conf} /etc/resolv.conf`;
  return {
    options: { wrapper: ['unshare', '--mount', 'sh', '-c', `${mounts} && exec "$0" "$@"`, EXECUTABLE] },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(resolve));
      dir[Symbol.dispose]();
    },
  };
}

async function canServe(): Promise<boolean> {
  try {
    await using names = await silentServer();
    const [command = '', ...words] = names.options.wrapper ?? [];
    return Bun.spawnSync([command, ...words.slice(0, -1), 'true'], { stdout: 'ignore', stderr: 'ignore' }).success;
  } catch {
    return false;
  }
}

/** The ways that this machine and this user have. */
export const NAMES: readonly KindOfNames[] = [
  ['a look-up that hangs', preloaded],
  ...((await canServe()) ? [['a name server that is silent', silentServer] satisfies KindOfNames] : []),
];
