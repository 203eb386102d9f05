import type { Command } from 'commander';
import { parseChoice, UsageError } from '../base/index.ts';
import { loadManual, PARTS } from '../manual/index.ts';
import { addCommand } from './command.ts';
import { HELP, type Outline, outlineOf } from './outline.ts';
import type { Shell } from './shell.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type ShellName = (typeof SHELLS)[number];

export function addCompletions(program: Command, shell: Shell): void {
  const help = `print the completions for a shell: ${SHELLS.join(', ')}`;
  const command = addCommand(program, shell, 'completions', help, async (run) => {
    const [name = ''] = run.args;
    const write = WRITERS[parseChoice('completions', name, SHELLS)];
    run.printText('script', write(await pointsOf(program)), { shell: name });
  });
  command.argument('<shell>', SHELLS.join(', '));
}

interface Point {
  readonly path: string;
  readonly words: readonly Offer[];
  readonly flags: readonly OfferedFlag[];
  readonly paths: Paths;
}

type Paths = 'files' | 'folders' | 'none';

interface Offer {
  readonly name: string;
  readonly about: string;
}

interface OfferedFlag extends Offer {
  readonly short: string | undefined;
  /** The kind of the flag's value; undefined for a switch. */
  readonly value: Paths | undefined;
}

async function wordsOf({ words, commands }: Outline): Promise<readonly Offer[]> {
  const [word] = words;
  if (word === 'completions') return SHELLS.map((name) => ({ name, about: `completions for ${name}` }));
  if (word !== 'help') return commands;
  const manual = await loadManual();
  const topics = PARTS.flatMap((part) => part.topics);
  return [...new Set(topics)].map((name) => ({ name, about: manual.title('en', name) }));
}

const FOLDERS = new Set(['dir', 'folder']);
const FILES = new Set(['file', 'source', 'target']);
const pathsOf = (name: string): Paths => (FOLDERS.has(name) ? 'folders' : FILES.has(name) ? 'files' : 'none');

async function pointsOf(program: Command): Promise<Point[]> {
  const outlines = outlineOf(program);
  return Promise.all(
    outlines.map(async (one) => ({
      path: one.words.join(' '),
      words: await wordsOf(one),
      flags: [...one.flags, HELP].map(({ value, ...flag }) => ({
        ...flag,
        value: value === undefined ? undefined : pathsOf(value),
      })),
      paths: pathsOf(one.arguments[0]?.name ?? ''),
    })),
  );
}

/**
 * Lists the flags with a value. The shell code skips the word after such a flag, whatever the command is. So a flag
 * must take a value in all commands or in none.
 */
function valueFlags(points: readonly Point[]): string[] {
  const taking = new Set(points.flatMap(({ flags }) => flags.filter(({ value }) => value).map(({ name }) => name)));
  for (const { path, flags } of points) {
    const strange = flags.find(({ name, value }) => value === undefined && taking.has(name));
    if (strange !== undefined)
      throw new UsageError(`--${strange.name} of ${path} takes no value, and elsewhere one`, 1);
  }
  return [...taking].map((name) => `--${name}`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const brief = (text: string): string => text.split(/[;\n]/)[0] ?? '';

/** Returns shell code that puts the path of the typed command into `path`; the same in bash and zsh. */
const walkOf = (points: readonly Point[], words: string, last: string): string => `  local path='' word skip=''
  for word in ${words}; do
    if [ -n "$skip" ]; then skip=''; continue; fi
    case $word in
      ${valueFlags(points).join('|')}) skip=1 ;;
      -*) ;;
      *) case "$path $word" in
        ${points
          .filter(({ path }) => path !== '')
          .map(({ path }) => quoted(` ${path}`))
          .join('|')}) path="$path $word" ;;
      esac ;;
    esac
  done
  ${last}`;

const byPaths = (points: readonly Point[], paths: Paths): string[] => [
  ...new Set(
    points.flatMap(({ flags }) => flags.filter(({ value }) => value === paths).map(({ name }) => `--${name}`)),
  ),
];

const WRITERS: Readonly<Record<ShellName, (points: readonly Point[]) => string>> = {
  bash: (points) => `# docket completions bash > /etc/bash_completion.d/docket
_docket() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} words='' paths=''
${walkOf(points, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`, 'COMPREPLY=()')}
  case $prev in
    ${byPaths(points, 'folders').join('|')}) paths=-d ;;
    ${byPaths(points, 'files').join('|')}) paths=-f ;;
    ${byPaths(points, 'none').join('|')}) return ;;
    *) case "$path" in
${points
  .map(({ path, words, flags, paths }) => {
    const offered = [...words.map(({ name }) => name), ...flags.map(({ name }) => `--${name}`)].join(' ');
    const files = paths === 'none' ? '' : `; paths=${paths === 'folders' ? '-d' : '-f'}`;
    return `      ${quoted(path === '' ? '' : ` ${path}`)}) words=${quoted(offered)}${files} ;;`;
  })
  .join('\n')}
    esac ;;
  esac
  local IFS=$'\\n'
  if [ -n "$paths" ] && [ "\${cur#-}" = "$cur" ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen $paths -- "$cur"))
    return
  fi
  IFS=$' \\n'
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _docket docket
`,
  zsh: (points) => `#compdef docket
# docket completions zsh > "\${fpath[1]}/_docket"
_docket() {
  local prev=\${words[CURRENT-1]}
  local -a commands flags
${walkOf(points, `"\${(@)words[2,CURRENT-1]}"`, 'case $prev in')}
    ${byPaths(points, 'folders').join('|')}) _files -/; return ;;
    ${byPaths(points, 'files').join('|')}) _files; return ;;
    ${byPaths(points, 'none').join('|')}) _message value; return ;;
  esac
  case "$path" in
${points
  .map(({ path, words, flags, paths }) => {
    const list = (offers: readonly Offer[], dash: string): string =>
      offers.map(({ name, about }) => quoted(`${dash}${name.replaceAll(':', '\\:')}:${brief(about)}`)).join(' ');
    const files = paths === 'none' ? '' : `; [[ $PREFIX == -* ]] || _files${paths === 'folders' ? ' -/' : ''}`;
    const own = `commands=(${list(words, '')}); flags=(${list(flags, '--')})${files}`;
    return `    ${quoted(path === '' ? '' : ` ${path}`)}) ${own} ;;`;
  })
  .join('\n')}
  esac
  (( $#commands )) && _describe command commands
  _describe -o flag flags
}
if [ "$funcstack[1]" = _docket ]; then _docket "$@"; else compdef _docket docket; fi
`,
  fish: (points) => `# docket completions fish > ~/.config/fish/completions/docket.fish
function __docket_at
  set -l path ''
  set -l skip ''
  set -l typed (commandline -opc)
  for word in $typed[2..-1]
    if test -n "$skip"
      set skip ''
      continue
    end
    if contains -- $word ${valueFlags(points).join(' ')}
      set skip 1
    else if contains -- (string trim -- "$path $word") ${points
      .filter(({ path }) => path !== '')
      .map(({ path }) => fishQuoted(path))
      .join(' ')}
      set path (string trim -- "$path $word")
    end
  end
  test "$path" = "$argv[1]"
end
complete -c docket -f
${points.flatMap(fishLines).join('\n')}
`,
};

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishLines({ path, words, flags, paths }: Point): string[] {
  const at = `complete -c docket -n ${fishQuoted(`__docket_at ${fishQuoted(path)}`)}`;
  const folders = ` -a '(__fish_complete_directories)'`;
  const filesOf = (kind: Paths): string => (kind === 'files' ? ' -F' : kind === 'folders' ? folders : '');
  // -r: the flag takes a value. -x: the same, and only the listed names are offered.
  const givenOf = (kind: Paths): string => `${kind === 'files' ? ' -r' : ' -x'}${filesOf(kind)}`;
  return [
    ...words.map(({ name, about }) => `${at} -a ${name} -d ${fishQuoted(brief(about))}`),
    ...(paths === 'none' ? [] : [`${at}${filesOf(paths)}`]),
    ...flags.map(({ name, short, about, value }) => {
      const letter = short === undefined ? '' : ` -s ${short}`;
      const given = value === undefined ? '' : givenOf(value);
      return `${at} -l ${name}${letter}${given} -d ${fishQuoted(brief(about))}`;
    }),
  ];
}
