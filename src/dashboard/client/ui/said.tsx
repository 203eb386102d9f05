import type { BrokenRule } from '../data/refusal.ts';
import { useTold } from './problem/use-told.ts';

/** Shows a problem of the server's machine or its storage, for people who can fix it. */
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

interface UnreadableProps {
  readonly title: string;
  readonly trouble: BrokenRule & { readonly message: string };
}

/** Shows a title that says what failed, and below it the reason that the server gave. */
export function Unreadable({ title, trouble }: UnreadableProps) {
  return <Said title={title} text={useTold(trouble)} />;
}
