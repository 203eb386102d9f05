import { count, money, plural } from '../../ui/format.ts';
import { useFieldWords } from '../../ui/problem/use-told.ts';
import { importWords } from '../../words/import-words.ts';
import type { Forms } from '../../words/plural.ts';
import { headingOf } from './column-choice.tsx';
import type { FileAnswer } from './send-file.ts';

/** The number of errors shown at first. More errors would push the choice of columns, a likely cause, out of sight. */
const FIRST = 8;

type FileProblem = FileAnswer['problems'][number];

interface FileProps {
  readonly answer: FileAnswer;
}

export function FileProblems({ answer }: FileProps) {
  const w = importWords.value;
  if (answer.problemCount === 0) return null;
  const shown = answer.problems.length;
  return (
    <section class="problem" role="alert">
      <h2>{plural(answer.problemCount, w.problemsTitle)}</h2>
      <p>
        {w.problemsWhat} {shown < answer.problemCount && plural(shown, w.firstShown)}
      </p>
      <Lines answer={answer} problems={answer.problems} />
    </section>
  );
}

interface NotedProps extends FileProps {
  readonly title: Forms | undefined;
  readonly problems: readonly FileProblem[];
  /** The number of all lines with this note; `problems` has only the first ones. */
  readonly count: number;
}

/**
 * Shows the lines of a file that are imported only in part, or only if they are ticked. These lines contain no error.
 */
export function NotedLines({ answer, title, problems, count }: NotedProps) {
  if (count === 0 || title === undefined) return null;
  return (
    <section class="note import-dropped">
      <h2>{plural(count, title)}</h2>
      {problems.length < count && <p>{plural(problems.length, importWords.value.firstShown)}</p>}
      <Lines answer={answer} problems={problems} />
    </section>
  );
}

function Lines({ answer, problems }: FileProps & { readonly problems: readonly FileProblem[] }) {
  const w = importWords.value;
  const told = useFieldWords(problems.some(({ broken }) => broken !== undefined));
  const list = (problems: readonly FileProblem[]) => (
    <ul>
      {problems.map((problem, at) => (
        <li key={at}>
          <strong>{w.problemLine.replace('{line}', () => count(problem.line))}</strong>
          {problem.column !== null &&
            `, ${w.problemColumn.replace('{column}', () => headingOf(answer, problem.column ?? 0))}`}
          {': '}
          {problem.broken === undefined ? <Sentence problem={problem} /> : told.belowField(problem.broken)}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {list(problems.slice(0, FIRST))}
      {problems.length > FIRST && (
        <details>
          <summary>{plural(problems.length - FIRST, w.moreProblems)}</summary>
          {list(problems.slice(FIRST))}
        </details>
      )}
    </>
  );
}

/** The codes of problems that have a sum of money in the field `than`. */
const SUMS: ReadonlySet<FileProblem['code']> = new Set(['total_differs', 'paid_over', 'refund_above']);

/** The problems for which `value` is the number of an existing order. The page links that number to the order. */
const OF_ORDER: ReadonlySet<FileProblem['code']> = new Set([
  'payment_awaited',
  'payment_alike',
  'refund_above',
  'payments_full',
  'paid_over',
  'refund_over',
]);

/** A link to an order opens another tab, so that this page keeps the chosen file. */
function Sentence({ problem: { code, value, than } }: { readonly problem: FileProblem }) {
  const isSum = SUMS.has(code);
  const isNumber = than !== '' && !Number.isNaN(Number(than));
  const other = isSum ? money(Number(than)) : isNumber ? count(Number(than)) : than;
  // The replacement is a function, because a `$` in a text would count as a pattern.
  const [before = '', behind] = importWords.value.problems[code]
    .split('{value}')
    .map((part) => part.replace('{than}', () => other));
  if (behind === undefined) return <>{before}</>;
  const address = `/app/orders?${new URLSearchParams({ q: value }).toString()}`;
  return (
    <>
      {before}
      {OF_ORDER.has(code) ? (
        <a href={address} target="_blank" rel="noopener">
          <bdi>{value}</bdi>
        </a>
      ) : (
        <bdi>{value}</bdi>
      )}
      {behind}
    </>
  );
}
