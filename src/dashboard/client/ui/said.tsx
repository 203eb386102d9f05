import type { BrokenRule } from '../data/refusal.ts';
import { useTold } from './problem/use-told.ts';

/** A fault of the server's own surroundings, for those who can mend it. */
export function Said({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="problem" role="alert">
      <p>{title}</p>
      <p>
        <code>{text}</code>
      </p>
    </div>
  );
}

/** Backups that cannot be listed, and why. */
export function Unreadable({
  title,
  trouble,
}: {
  readonly title: string;
  readonly trouble: BrokenRule & { readonly message: string };
}) {
  return <Said title={title} text={useTold(trouble)} />;
}
