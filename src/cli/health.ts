import type { Command } from 'commander';
import { askNoProxy, getText, parsePort, UsageError } from '../base/index.ts';
import { addCommand, type Run } from './command.ts';
import { addFlag } from './flags.ts';
import type { Shell } from './shell.ts';

const ASK_MS = 5_000;
const MAX_BYTES = 65_536;

/** For a container or a watchdog: it asks the running server and needs no shell, curl or key. */
export function addHealth(program: Command, shell: Shell): void {
  const help = 'ask a running server whether it is ready; exit status 0 or 1, one line';
  const command = addCommand(program, shell, 'health', help, async (run) => {
    const url = addressOf(run);
    askNoProxy();
    const found = await ask(url);
    run.print({ ok: found.ok, url, message: found.message }, [
      `${found.ok ? 'ok' : 'problem'}: ${url} ${found.message}`,
    ]);
    return found.ok ? 0 : 1;
  });
  addFlag(command, 'url', 'url', 'where the server listens; default http://127.0.0.1 and the port');
  addFlag(command, 'port', 'number', 'its port on this machine; default 8080');
}

function addressOf({ flags }: Run): string {
  const text = flags.text('url');
  if (text === undefined) return `http://127.0.0.1:${parsePort('--port', flags.text('port') ?? '8080')}`;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--url: "${text}" is not an address such as http://127.0.0.1:8080`);
  }
  return url.origin;
}

async function ask(url: string): Promise<{ readonly ok: boolean; readonly message: string }> {
  try {
    const { status, text } = await getText(`${url}/health/ready`, ASK_MS, MAX_BYTES);
    return status === 200 ? { ok: true, message: 'is ready' } : { ok: false, message: messageOf(status, text) };
  } catch (error) {
    return { ok: false, message: `does not answer: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function messageOf(status: number, text: string): string {
  const words = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return `answers ${status}${words === undefined ? '' : `: ${words}`}`;
}
