import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '../..');
export const EXECUTABLE = process.env['DOCKET_BIN'] ?? join(ROOT, 'dist/docket');

export async function start(command: string[]) {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  let text = '';
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    const url = /ready at (\S+)/.exec(text)?.[1];
    if (url === undefined) continue;
    const stop = async (): Promise<void> => {
      child.kill('SIGKILL');
      await child.exited;
    };
    return { url, pid: child.pid, stop };
  }
  throw new Error(`${command.join(' ')} did not start: ${text}`);
}

export type Running = Awaited<ReturnType<typeof start>>;

export const script = (name: string, ...args: string[]): string[] => [
  process.execPath,
  join(import.meta.dir, name),
  ...args,
];

export function docket(args: string[], executable = EXECUTABLE): string {
  const { success, stdout, stderr } = Bun.spawnSync([executable, ...args]);
  if (!success) throw new Error(`docket ${args.join(' ')}: ${stderr}`);
  return stdout.toString();
}

const OWNER = { email: 'bench@example.com', password: 'bench bench' };

export function makeShop(dir: string, executable = EXECUTABLE) {
  const owner = ['--workspace', 'Bench', '--email', OWNER.email, '--password', OWNER.password];
  docket(['init', '--data', dir, ...owner], executable);
  return openShop(dir, executable);
}

export function openShop(dir: string, executable = EXECUTABLE) {
  const data = ['--data', dir];
  const made = docket(['key', 'create', ...data, '--source', 'bench', '--json'], executable);
  const { key } = JSON.parse(made) as { key: string };
  const serve = (...flags: string[]): Promise<Running> =>
    start([executable, 'serve', ...data, '--port', '0', '--rate-limit', '0', '--log-level', 'warn', ...flags]);
  return { data, key, ...OWNER, serve };
}

export type Shop = ReturnType<typeof openShop>;

/** @param share 0.5 for the median, 0.99 for a value that one in a hundred exceeds, 1 for the largest */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function report(name: string, pairs: readonly { readonly ours: number; readonly other: number }[]): void {
  const ratios = pairs.map(({ ours, other }) => ours / other).sort((a, b) => a - b);
  const [ours, other] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.other))];
  const spread = `${ratios[0]?.toFixed(2)}-${ratios.at(-1)?.toFixed(2)}`;
  process.stdout.write(
    `${name.padEnd(24)} ratio ${median(ratios).toFixed(2)} (${spread})  ${Math.round(ours)}/s of ${Math.round(other)}/s\n`,
  );
}
