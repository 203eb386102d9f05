import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, EXECUTABLE, type RunOptions } from './docket.ts';

/** Host names whose look-up never ends, and one, good.example, that is this machine. */
export interface DeadNames extends AsyncDisposable {
  readonly options: RunOptions;
}

export type KindOfNames = readonly [how: string, make: () => Promise<DeadNames>];

let servers = 0;
/**
 * Returns a loopback address for a new name server. The address is unique, because several test processes run at the
 * same time.
 */
const freeAddress = (): string => `127.${53 + servers++}.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const DNS_PORT = 53;

/** Makes look-ups in the executable hang, on every machine. A name server would need special permissions. */
async function preloaded(): Promise<DeadNames> {
  const preload = join(import.meta.dir, 'silent-names.preload.ts');
  return { options: { env: { BUN_OPTIONS: `--preload ${preload}` } }, async [Symbol.asyncDispose]() {} };
}

/**
 * Starts a name server that accepts every question and answers none. Only the executable asks this server, because only
 * the executable sees the changed `/etc/resolv.conf`.
 */
async function silentServer(): Promise<DeadNames> {
  const [dir, address] = [dataDir(), freeAddress()];
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(DNS_PORT, address, resolve);
  });
  const [hosts, conf] = [join(dir.path, 'hosts'), join(dir.path, 'resolv.conf')];
  writeFileSync(hosts, '127.0.0.1 localhost good.example\n');
  writeFileSync(conf, `nameserver ${address}\n`);
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

/** The ways to make a look-up hang. The name server is left out if this machine or this user does not permit it. */
export const NAMES: readonly KindOfNames[] = [
  ['a look-up that hangs', preloaded],
  ...((await canServe()) ? [['a name server that is silent', silentServer] satisfies KindOfNames] : []),
];
