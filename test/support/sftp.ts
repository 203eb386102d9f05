import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from './docket.ts';
import { freePort } from './run-program.ts';

/** OpenSSH's server, if the machine has one; on Debian it is outside an ordinary user's PATH. */
export const sshd = Bun.which('sshd', { PATH: `${Bun.env['PATH']}:/usr/sbin` });

/** OpenSSH refuses to serve from root without this folder, which its systemd unit would create. */
const EMPTY_ROOT = '/run/sshd';

/** Resolves when the server listens; its later output is dropped. */
async function listening(child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>): Promise<void> {
  const ready = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  let said = '';
  const read = async (): Promise<void> => {
    for await (const chunk of child.stderr) {
      said = `${said}${decoder.decode(chunk, { stream: true })}`.slice(-2_000);
      if (said.includes('Server listening')) ready.resolve();
    }
    ready.reject(new Error(`sshd ended: ${said}`));
  };
  void read();
  await ready.promise;
}

function makeKey(path: string): string {
  const made = Bun.spawnSync(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
  if (!made.success) throw new Error(`ssh-keygen: ${made.stderr}`);
  return readFileSync(`${path}.pub`, 'utf8').trim();
}

/** Writes a configuration of its own, so that the files of the machine's own server are neither read nor written. */
function writeConfig(dir: string, port: number): { config: string; hostKey: string } {
  const hostKey = makeKey(join(dir, 'host-key'));
  writeFileSync(join(dir, 'authorized-keys'), `${makeKey(join(dir, 'key'))}\n`, { mode: 0o600 });
  const config = join(dir, 'sshd_config');
  const lines = [
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    `HostKey ${join(dir, 'host-key')}`,
    'PidFile none',
    `AuthorizedKeysFile ${join(dir, 'authorized-keys')}`,
    'AuthenticationMethods publickey',
    'UsePAM no',
    'StrictModes no',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
    'LogLevel INFO',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  return { config, hostKey };
}

/** Starts an SFTP server on loopback, with a new host key. Disposal stops the server and deletes all its files. */
export async function openSftp(server: string) {
  const dir = dataDir();
  const folder = join(dir.path, 'files');
  mkdirSync(folder);
  const port = freePort();
  const { config, hostKey } = writeConfig(dir.path, port);
  const asRoot = process.getuid?.() === 0;
  const madeRoot = asRoot && !existsSync(EMPTY_ROOT);
  if (madeRoot) mkdirSync(EMPTY_ROOT, { mode: 0o755 });
  const child = Bun.spawn([server, '-D', '-e', '-f', config], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  await listening(child);
  // The user's name comes from `id`, because the runtime would read it from the variable USER, which may be unset.
  const user = Bun.spawnSync(['id', '-un']).stdout.toString().trim();
  return {
    /** The server's address, as in sftp://address/absolute/folder. */
    address: `${user}@127.0.0.1:${port}`,
    /** The file of the only user key that the server accepts. */
    keyPath: join(dir.path, 'key'),
    /** The host key of the server, as `ssh-keyscan` prints it: kind and base64. */
    hostKey,
    folder,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await child.exited;
      dir[Symbol.dispose]();
      if (madeRoot) rmdirSync(EMPTY_ROOT);
    },
  };
}
