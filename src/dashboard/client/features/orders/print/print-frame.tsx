import type { ComponentChildren } from 'preact';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';

/** What is to be printed as it will lie on the table; the bar above it stays on the screen. */
export function PrintFrame({
  title,
  back,
  backText,
  kind,
  notes = [],
  children,
}: {
  readonly title: string;
  readonly back: string;
  readonly backText: string;
  /** Names the paper in print.css. */
  readonly kind: string;
  readonly notes?: readonly string[];
  readonly children: ComponentChildren;
}) {
  useTitle(title);
  return (
    <>
      <div class="head noprint">
        <PageTitle>{title}</PageTitle>
        <div class="actions">
          <a class="button" href={back}>
            ← {backText}
          </a>
          <button type="button" class="main" onClick={() => print()}>
            {words.value.orders.print}
          </button>
        </div>
      </div>
      {notes.map((note) => (
        <p key={note} class="note noprint" role="note">
          {note}
        </p>
      ))}
      <article class={`print-paper ${kind}`}>{children}</article>
    </>
  );
}
