import { count, money, plural } from '../../ui/format.ts';
import { useFieldWords } from '../../ui/problem/use-told.ts';
import { words } from '../../words/words.ts';
import { headingOf } from './column-choice.tsx';
import type { FileAnswer } from './send-file.ts';

/** The number that is seen at once: the columns are below, and may be the fault. */
const FIRST = 8;

type FileProblem = FileAnswer['problems'][number];

/** The faults of a file, line by line. */
export function FileProblems({ answer }: { readonly answer: FileAnswer }) {
  const w = words.value.imports;
  const told = useFieldWords(answer.problems.some(({ broken }) => broken !== undefined));
  if (answer.problemCount === 0) return null;
  const shown = answer.problems.length;
  const list = (problems: readonly FileProblem[]) => (
    <ul>
      {problems.map((problem, at) => (
        <li key={at}>
          <strong>{w.problemLine.replace('{line}', () => count(problem.line))}</strong>
          {problem.column !== null &&
            `, ${w.problemColumn.replace('{column}', () => headingOf(answer, problem.column ?? 0))}`}
          {': '}
          {problem.broken === undefined ? sentence(problem) : told.belowField(problem.broken)}
        </li>
      ))}
    </ul>
  );
  return (
    <section class="problem" role="alert">
      <h2>{plural(answer.problemCount, w.problemsTitle)}</h2>
      <p>
        {w.problemsWhat} {shown < answer.problemCount && plural(shown, w.firstShown)}
      </p>
      {list(answer.problems.slice(0, FIRST))}
      {shown > FIRST && (
        <details>
          <summary>{plural(shown - FIRST, w.moreProblems)}</summary>
          {list(answer.problems.slice(FIRST))}
        </details>
      )}
    </section>
  );
}

function sentence({ code, value, than }: FileProblem): string {
  const isSum = code === 'total_differs';
  const isNumber = than !== '' && !Number.isNaN(Number(than));
  const other = isSum ? money(Number(than), true) : isNumber ? count(Number(than)) : than;
  // As functions, because a `$` in a text would be read as a pattern.
  return words.value.imports.problems[code].replace('{value}', () => value).replace('{than}', () => other);
}
