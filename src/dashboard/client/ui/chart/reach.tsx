import { useState } from 'preact/hooks';

interface ReachProps {
  readonly titles: readonly string[];
  readonly links: readonly string[] | undefined;
  /** The left edge of the first column, in pixels. `step` is the width of a column. */
  readonly left: number;
  readonly step: number;
  readonly width: number;
}

interface Pointed {
  readonly at: number;
  readonly byTouch: boolean;
}

const GAP = 8;

function move(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const columns = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('a[aria-label]') ?? [])];
  const at = columns.indexOf(event.currentTarget);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: columns.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  columns[next]?.focus();
}

/**
 * Shows an area over each column of a chart. With `links`, each area is a link. Tab reaches one of these links, and the
 * arrow keys reach the others. A tap on an area only shows the values, and a tap on the values opens the link.
 */
export function Reach({ titles, links, left, step, width }: ReachProps) {
  const [last, point] = useState<Pointed>();
  // After the reader chooses another period, the chart may have fewer columns. The column pointed at may then be gone.
  const pointed = last !== undefined && last.at < titles.length ? last : undefined;
  const at = pointed?.at ?? titles.length - 1;
  const leave = (): void => point(undefined);
  const isLinked = pointed?.byTouch === true && links !== undefined;
  const middle = left + (at + 0.5) * step;
  const place = middle < width / 2 ? `left: ${middle + GAP}px` : `right: ${width - middle + GAP}px`;
  const said = { class: 'card plot-says', style: place };
  return (
    <div class="plot-reach">
      {titles.map((title, nth) => {
        const column = {
          class: nth === pointed?.at ? 'plot-at' : '',
          style: `left: ${left + nth * step}px; width: ${step}px`,
          onPointerEnter: ({ pointerType }: PointerEvent) => point({ at: nth, byTouch: pointerType === 'touch' }),
          onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && leave(),
        };
        return links === undefined ? (
          <span key={nth} {...column} />
        ) : (
          <a
            key={nth}
            {...column}
            href={links[nth] ?? ''}
            aria-label={title}
            tabIndex={nth === at ? 0 : -1}
            onFocus={() => point({ at: nth, byTouch: pointed?.at === nth && pointed.byTouch })}
            onBlur={({ currentTarget, relatedTarget }) => {
              const isWithin = relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget);
              if (isWithin !== true) leave();
            }}
            onKeyDown={move}
            onClick={(event) => {
              if (!isLinked) return;
              event.preventDefault();
              // The router listens to every click on a link and would otherwise follow this one.
              event.stopPropagation();
            }}
          />
        );
      })}
      {isLinked && (
        <a {...said} href={links[at] ?? ''}>
          {titles[at]}
        </a>
      )}
      {pointed !== undefined && !isLinked && (
        <p {...said} aria-hidden="true">
          {titles[at]}
        </p>
      )}
    </div>
  );
}
