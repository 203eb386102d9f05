import type { Command } from 'commander';
import { askNoProxy, errorText, getText, parsePort, UsageError } from '../base/index.ts';
import { readServing, type Serving } from '../storage/index.ts';
import { addCommand, type Run } from './command.ts';
import { addFlag, dataDirOf } from './flags.ts';
import type { Shell } from './shell.ts';

const ASK_MS = 5_000;
const MAX_BYTES = 65_536;

export function addHealth(program: Command, shell: Shell): void {
  const help = 'ask a running server whether it is ready; exit status 0 or 1, one line';
  const command = addCommand(program, shell, 'health', help, async (run) => {
    const serving = readServing(dataDirOf(shell, run.flags));
    const url = addressOf(run, serving);
    askNoProxy();
    const { ok, message } = await ask(url);
    const version = ok && serving?.url === url ? serving.version : null;
    const runs = version === null ? '' : `, Docket ${version}`;
    run.print({ ok, url, message, version }, [`${ok ? 'ok' : 'problem'}: ${url} ${message}${runs}`]);
    return ok ? 0 : 1;
  });
  addFlag(
    command,
    'url',
    'url',
    'where the server listens; default what the running server says, else http://127.0.0.1 and the port',
  );
  addFlag(command, 'port', 'number', 'its port on this machine; default 8080');
}

function addressOf({ flags }: Run, serving: Serving | undefined): string {
  const given = flags.given('port');
  // While a server runs, a port in the settings file is ignored, and the server's own address is used. The file may
  // have changed since the server's start, or a flag may have overridden it.
  const port = given?.origin === 'file' && serving !== undefined ? undefined : given?.value;
  const text = flags.text('url') ?? (port === undefined ? serving?.url : undefined);
  if (text === undefined) return `http://127.0.0.1:${parsePort('--port', port ?? '8080')}`;
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
    return { ok: false, message: `does not answer: ${errorText(error)}` };
  }
}

function messageOf(status: number, text: string): string {
  const words = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return `answers ${status}${words === undefined ? '' : `: ${words}`}`;
}
