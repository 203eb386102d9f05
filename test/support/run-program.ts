export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Start {
  readonly cwd?: string;
  readonly env?: Record<string, string | undefined>;
  /** The text that the program reads; none by default. */
  readonly stdin?: string;
}

export async function runProgram(command: readonly string[], { stdin, ...start }: Start = {}): Promise<CommandResult> {
  const child = Bun.spawn([...command], {
    ...start,
    stdin: stdin === undefined ? 'ignore' : new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status, stdout, stderr };
}

/** The machine's environment variables without Docket's own, which would leak into the product under test. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('DOCKET_'));
  return { ...(Object.fromEntries(own) as Record<string, string>), ...extra };
}

export function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { port = 0 } = server;
  void server.stop(true);
  return port;
}
