import { isRefusal } from '../../data/refusal.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useExplained } from '../../ui/problem/use-explained.ts';
import { Said } from '../../ui/said.tsx';
import { pageWords } from '../../words/settings-pages.ts';

interface BackupProblemProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

export function BackupProblem({ error, retry }: BackupProblemProps) {
  const trouble = isRefusal(error, 'backup_trouble') ? error : undefined;
  const [text = ''] = useExplained(trouble);
  if (trouble === undefined) return <Problem error={error} retry={retry} />;
  return <Said title={pageWords.value.backups.trouble} text={text} />;
}
