import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { choosePaper, cutRoll, PAPERS, type Paper, type PaperKind, paperOf } from './paper.ts';

interface PrintFrameProps {
  readonly title: string;
  readonly back: string;
  readonly backText: string;
  /** Names the paper in the style sheets of this folder. */
  readonly kind: PaperKind;
  /** The paper that is needed, where that is not the one that was chosen. */
  readonly size?: Paper;
  /** Leads to the other papers of the same order. */
  readonly choice?: ComponentChildren;
  readonly notes?: readonly string[];
  readonly children: ComponentChildren;
}

/** Papers to be printed, as they will lie on the table; the bar above them stays on the screen. */
export function PrintFrame({ title, back, backText, kind, choice, notes = [], children, ...rest }: PrintFrameProps) {
  useTitle(title);
  const sheet = useRef<HTMLElement>(null);
  const size = rest.size ?? paperOf(kind).value;
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
        <div class="actions">
          <a class="button" href={back}>
            ← {backText}
          </a>
          <button type="button" class="main" onClick={() => print()}>
            {words.value.orderPage.print}
          </button>
        </div>
      </div>
      {choice}
      <Sizes kind={kind} />
      {notes.map((note) => (
        <p key={note} class="note noprint" role="note">
          {note}
        </p>
      ))}
      <article ref={sheet} class={`print-paper print-${kind} print-${size}`}>
        {children}
      </article>
    </>
  );
}

function Sizes({ kind }: { readonly kind: PaperKind }) {
  const w = words.value.print;
  return (
    <fieldset class="print-sizes noprint">
      <legend class="unseen">{w.paper}</legend>
      {PAPERS.map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name="paper"
            value={one}
            checked={paperOf(kind).value === one}
            onChange={() => choosePaper(kind, one)}
          />{' '}
          {w.papers[one]}
        </label>
      ))}
    </fieldset>
  );
}
