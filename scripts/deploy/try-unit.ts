/**
 * Boots docket.service under a real systemd in a virtual machine. Needs root, qemu-system-x86_64, mke2fs and five
 * minutes. ROOT is only read. The trials are in try-unit.guest.ts.
 *
 * debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,linux-image-cloud-amd64 bookworm ROOT
 *
 * bun scripts/deploy/try-unit.ts ROOT [executable]
 */

import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const TIMEOUT_MS = 15 * 60_000;
const CONSOLE_CHARS = 4_000;
const IMAGE_SIZE = '4G';
const HERE = import.meta.dir;

const [root = '', executable = resolve(HERE, '../../dist/docket')] = process.argv.slice(2);

/** The unit that runs the trials. The machine powers off when the unit ends. */
const TRIAL = `[Unit]
After=multi-user.target
[Service]
Type=oneshot
Environment=BUN_BE_BUN=1
ExecStart=/opt/docket/docket run /root/try-unit.guest.ts
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
TimeoutStartSec=14min
`;

function must(...command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });
  if (!success) throw new Error(`${command.join(' ')}: ${stderr.toString()}`);
}

/** Installs the unit as the unit's opening comment describes. */
function install(guest: string): void {
  const put = (path: string, mode: number, text: string): void => {
    mkdirSync(dirname(join(guest, path)), { recursive: true });
    writeFileSync(join(guest, path), text);
    chmodSync(join(guest, path), mode);
  };
  mkdirSync(join(guest, 'opt/docket'), { recursive: true });
  copyFileSync(executable, join(guest, 'opt/docket/docket'));
  chmodSync(join(guest, 'opt/docket/docket'), 0o755);
  for (const name of ['docket.service', 'docket-litestream.service']) {
    put(`etc/systemd/system/${name}`, 0o644, readFileSync(join(HERE, name), 'utf8'));
  }
  put('etc/docket.env', 0o600, 'DOCKET_PUBLIC_URL=https://orders.example.com\nDOCKET_ALLOW_PRIVATE_WEBHOOKS=on\n');
  put('root/try-unit.guest.ts', 0o644, readFileSync(join(HERE, 'try-unit.guest.ts'), 'utf8'));
  put('etc/systemd/system/try-unit.service', 0o644, TRIAL);
  const wanted = join(guest, 'etc/systemd/system/default.target.wants');
  mkdirSync(wanted, { recursive: true });
  symlinkSync('../try-unit.service', join(wanted, 'try-unit.service'));
  // The serial console must have no login prompt, which would take over the output.
  symlinkSync('/dev/null', join(guest, 'etc/systemd/system/serial-getty@ttyS0.service'));
  put('etc/fstab', 0o644, '/dev/vda / ext4 defaults 0 1\n');
}

const newestOf = (folder: string, prefix: string): string => {
  const found = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort();
  const name = found.at(-1);
  if (name === undefined) throw new Error(`there is no ${prefix}… in ${folder}: say a root with a kernel`);
  return join(folder, name);
};

async function boot(image: string): Promise<number> {
  const boots = join(root, 'boot');
  const machine = Bun.spawn(
    [
      'qemu-system-x86_64',
      '-accel',
      'tcg,thread=multi',
      '-cpu',
      'max',
      '-m',
      '2048',
      '-smp',
      '2',
      '-nographic',
      '-no-reboot',
      '-nic',
      'none',
      '-drive',
      `file=${image},format=raw,if=virtio,cache=unsafe`,
      '-kernel',
      newestOf(boots, 'vmlinuz-'),
      '-initrd',
      newestOf(boots, 'initrd.img-'),
      '-append',
      'root=/dev/vda rw console=ttyS0 quiet systemd.show_status=0',
    ],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
  );
  let failed = 0;
  let ended = false;
  let rest = '';
  let last = '';
  const decoder = new TextDecoder();
  for await (const part of machine.stdout) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r*\n/);
    rest = lines.pop() ?? '';
    last = (last + lines.join('\n')).slice(-CONSOLE_CHARS);
    for (const text of lines) {
      const line = /\b(?:ok|problem|note|end): .*$/.exec(text)?.[0];
      if (line === undefined) continue;
      process.stdout.write(`${line}\n`);
      if (line.startsWith('problem: ')) failed += 1;
      ended ||= line.startsWith('end: ');
    }
  }
  await machine.exited;
  if (ended) return failed;
  process.stdout.write(`${last}${rest}\nproblem: the trial did not come to its end\n`);
  return failed + 1;
}

if (root === '') {
  process.stderr.write('docket: say a root folder: bun scripts/deploy/try-unit.ts ROOT [executable]\n');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'docket-try-unit-'));
try {
  const [guest, image] = [join(work, 'root'), join(work, 'image')];
  must('cp', '-a', resolve(root), guest);
  install(guest);
  must('mke2fs', '-q', '-t', 'ext4', '-d', guest, image, IMAGE_SIZE);
  rmSync(guest, { recursive: true });
  process.exitCode = (await boot(image)) === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
