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
  readonly ready: boolean;
  readonly children: ComponentChildren;
}

export function PrintFrame({ title, back, backText, ready, children }: PrintFrameProps) {
  useTitle(title);
  return (
    <>
      <div class="head noprint">
        <PageTitle>{title}</PageTitle>
        <div class="actions">
          <a class="button print-back" href={back}>
            ← {backText}
          </a>
          <button type="button" class="main" disabled={!ready} onClick={() => print()}>
            {words.value.orderPage.print}
          </button>
        </div>
      </div>
      {children}
    </>
  );
}

interface SheetProps {
  /** The name of the paper in the style sheets of this folder. */
  readonly kind: PaperKind;
  /** The visible name, if the sheet is one of several. */
  readonly name?: string;
  /** The size that the content needs, if it differs from the chosen one. */
  readonly size?: Paper;
  readonly notes?: readonly string[];
  readonly children: ComponentChildren;
}

export function Sheet({ kind, name, notes = [], children, ...rest }: SheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const size = rest.size ?? paperOf(kind).value;
  // Pictures load later than text, so the length of a roll is measured again whenever the height changes.
  useEffect(() => {
    if (size !== 'roll' || sheet.current === null) return;
    const { current } = sheet;
    const watch = new ResizeObserver(() => cutRoll(kind, current.offsetHeight));
    watch.observe(current);
    return () => watch.disconnect();
  }, [kind, size]);
  return (
    <section class="print-part" aria-label={name}>
      <div class="print-part-head noprint">
        {name !== undefined && <h2>{name}</h2>}
        <Sizes kind={kind} />
      </div>
      {notes.map((note) => (
        <p key={note} class="note noprint" role="note">
          {note}
        </p>
      ))}
      <article
        ref={sheet}
        class={`print-paper print-${kind} print-${size}`}
        style={size === 'roll' ? `page: roll-${kind}` : ''}
      >
        {children}
      </article>
    </section>
  );
}

function Sizes({ kind }: { readonly kind: PaperKind }) {
  const w = words.value.print;
  return (
    <fieldset class="print-sizes">
      <legend class="unseen">{w.paper}</legend>
      {PAPERS.map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name={`paper-${kind}`}
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
