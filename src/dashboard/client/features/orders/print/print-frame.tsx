import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { choosePaper, cutRoll, PAPERS, paper } from './paper.ts';

/** What is to be printed as it will lie on the table; the bar above it stays on the screen. */
export function PrintFrame({
  title,
  back,
  backText,
  kind,
  hasSizes = false,
  notes = [],
  children,
}: {
  readonly title: string;
  readonly back: string;
  readonly backText: string;
  /** Names the paper in print-frame.css. */
  readonly kind: 'slip' | 'couriers' | 'gift' | 'letter';
  /** Whether it is printed on the paper that the printer has. */
  readonly hasSizes?: boolean;
  readonly notes?: readonly string[];
  readonly children: ComponentChildren;
}) {
  useTitle(title);
  const sheet = useRef<HTMLElement>(null);
  const size = hasSizes ? paper.value : undefined;
  // Pictures come later than texts, and a roll is as long as both.
  useEffect(() => {
    if (size !== 'roll' || sheet.current === null) return;
    const { current } = sheet;
    const watch = new ResizeObserver(() => cutRoll(current.offsetHeight));
    watch.observe(current);
    return () => watch.disconnect();
  }, [size]);
  return (
    <>
      <div class="head noprint">
        <PageTitle>{title}</PageTitle>
        {hasSizes && <Sizes />}
        <div class="actions">
          <a class="button" href={back}>
            ← {backText}
          </a>
          <button type="button" class="main" onClick={() => print()}>
            {words.value.orderPage.print}
          </button>
        </div>
      </div>
      {notes.map((note) => (
        <p key={note} class="note noprint" role="note">
          {note}
        </p>
      ))}
      <article ref={sheet} class={`print-paper print-${kind}${size === undefined ? '' : ` print-${size}`}`}>
        {children}
      </article>
    </>
  );
}

function Sizes() {
  const w = words.value.print;
  return (
    <fieldset class="print-sizes">
      <legend class="unseen">{w.paper}</legend>
      {PAPERS.map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name="paper"
            value={one}
            checked={paper.value === one}
            onChange={() => choosePaper(one)}
          />{' '}
          {w.papers[one]}
        </label>
      ))}
    </fieldset>
  );
}
