import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, docket, docketJson } from '../support/docket.ts';
import { runProgram } from '../support/run-program.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const textOf = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await docket(args);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
};

/** Returns the shell's suggestions for a line typed so far. The folder has `backups/`, `docket.toml` and `my shop/`. */
type Offers = (line: string) => Promise<string[]>;

async function withShell(shell: string, script: string, use: (offers: Offers) => Promise<void>): Promise<void> {
  using dir = dataDir();
  for (const name of ['backups', 'my shop']) mkdirSync(join(dir.path, name));
  writeFileSync(join(dir.path, 'docket.toml'), '');
  using elsewhere = dataDir();
  const file = join(elsewhere.path, '_docket');
  writeFileSync(file, await textOf('completions', shell));
  await use(async (line) => {
    const env = { ...process.env, COMPLETIONS: file, LINE: line, HOME: elsewhere.path };
    const command = [shell, ...(shell === 'zsh' ? ['-f'] : []), '-c', script];
    const { stdout, stderr } = await runProgram(command, { cwd: dir.path, env });
    expect(stderr).toBe('');
    return stdout.split(/\r?\n/).filter((one) => one !== '');
  });
}

/** Calls the completion function as readline does. */
const BASH = `. "$COMPLETIONS"
read -ra COMP_WORDS <<< "$LINE"
case $LINE in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_docket
printf '%s\\n' "\${COMPREPLY[@]}"`;

const FISH = `. $COMPLETIONS
complete -C "$LINE" | cut -f1`;

/** Stand-ins for zsh's own completion: `_describe` offers matches of the word, `_files` the folder's files. */
const ZSH = `compdef() { }
_describe() { local list=\${@[-1]}; local one; for one in "\${(@P)list}"; do one=\${one%%:*}; [[ $one == "$PREFIX"* ]] && print -r -- "$one"; done; return 0 }
_files() { setopt local_options null_glob; if [[ $1 == -/ ]]; then print -rl -- *(/); else print -rl -- *; fi }
_message() { }
. "$COMPLETIONS"
words=(\${(z)LINE}); [[ $LINE == *' ' ]] && words+=('')
CURRENT=$#words PREFIX=\${words[-1]}
_docket`;

describe.each([
  ['bash', BASH],
  ['zsh', ZSH],
  ['fish', FISH],
] as const)('the completions of %s', (shell, script) => {
  testUnless(lacksTool(shell), `${shell} offers commands, subcommands, flags, folders and topics`, () =>
    withShell(shell, script, async (offers) => {
      expect(await offers('docket ')).toEqual(expect.arrayContaining(['serve', 'init', 'key', 'completions']));
      expect((await offers('docket key ')).filter((one) => !one.startsWith('-')).sort()).toEqual([
        'create',
        'list',
        'revoke',
      ]);
      expect(await offers('docket key create --so')).toEqual(['--source']);
      // A value that equals a command's name is not a command.
      expect(await offers('docket key create --name serve --so')).toEqual(['--source']);
      expect((await offers('docket serve --data ')).map((one) => one.replace(/\/$/, '')).sort()).toEqual([
        'backups',
        'my shop',
      ]);
      expect(await offers('docket help quick')).toEqual(['quickstart']);
      expect(await offers('docket completions z')).toEqual(['zsh']);
      expect((await offers('docket restore ')).map((one) => one.replace(/\/$/, ''))).toContain('docket.toml');
    }),
  );
});

test('an unknown shell is refused with a list of the known ones', async () => {
  const { status, stderr } = await docket(['completions', 'csh']);
  expect([status, stderr]).toEqual([2, 'docket: completions: "csh" is not one of bash, zsh, fish\n']);
});

test.each(['-v', '--version'])('`docket %s` prints the first line of `docket version`', async (flag) => {
  const [line] = (await textOf('version')).split('\n');
  expect(await textOf(flag)).toBe(`${line}\n`);
  expect(line).toMatch(/^docket \S+ \(commit \S+, schema \d+\)$/);
});

test('each command that normally prints plain text prints one JSON document with --json', async () => {
  const version = await docketJson<object>(['version']);
  for (const flag of ['-v', '--version']) expect(await docketJson<object>([flag])).toEqual(version);
  expect(await docketJson<object>(['man'])).toEqual({ man: await textOf('man') });
  expect(await docketJson<object>(['settings', '--example'])).toEqual({
    example: await textOf('settings', '--example'),
  });
  for (const shell of ['bash', 'zsh', 'fish']) {
    expect(await docketJson<object>(['completions', shell])).toEqual({
      shell,
      script: await textOf('completions', shell),
    });
  }
});

test('the man page has every command and flag of --help, in plain ASCII', async () => {
  const page = await textOf('man');
  expect(page).toMatch(/^[\x20-\x7e\n]*$/);
  const plain = page.replaceAll(/\\f[A-Z]/g, '').replaceAll('\\-', '-');
  for (const words of ['serve', 'key create', 'webhook attempts', 'retention show']) {
    expect(plain).toContain(`.SS docket ${words}`);
    const help = await textOf(...words.split(' '), '--help');
    for (const [flag] of help.matchAll(/--[a-z][a-z-]+/g)) expect(plain).toContain(flag);
  }
  expect(plain).toContain('port to listen on; 0: any free one; default 8080 (DOCKET_PORT)');
});

testUnless(lacksTool('groff'), 'the man page gives troff nothing to complain of', async () => {
  const { stderr } = await runProgram(['groff', '-man', '-Tutf8', '-ww'], { stdin: await textOf('man') });
  expect(stderr).toBe('');
});
