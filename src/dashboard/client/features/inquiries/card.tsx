import type { CardFace } from '../../parts/board/board.tsx';
import { type Card, sourceWord, titleOf } from '../../parts/inquiries.ts';
import { Chip } from '../../ui/chip.tsx';
import { ago, day, dialled, HOUR_MS, localDay, moment, phone, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const DAY_HOURS = 24;

/** The time since the last change in words, if it is too long; otherwise undefined. */
function waiting(updatedAt: string, staleHours: number): string | undefined {
  const hours = Math.floor((Date.now() - Date.parse(updatedAt)) / HOUR_MS);
  if (hours < staleHours) return undefined;
  const w = words.value.inquiries;
  return hours < 2 * DAY_HOURS ? plural(hours, w.hours) : plural(Math.floor(hours / DAY_HOURS), w.days);
}

/** The age, kept short for lack of space: after the first day only the date. */
function age(iso: string): string {
  const isFresh = Date.now() - Date.parse(iso) < DAY_HOURS * HOUR_MS;
  return isFresh ? ago(iso) : day(localDay(new Date(iso)));
}

/**
 * An inquiry on the board. A stranger wrote everything in it, so it is shown as plain text.
 *
 * @param staleHours undefined if no inquiry waits
 */
export function faceOf(card: Card, staleHours: number | undefined): CardFace {
  const title = titleOf(card);
  const wait = staleHours === undefined ? undefined : waiting(card.updatedAt, staleHours);
  const number = dialled(card.phone);
  return {
    href: `/app/inquiries/${card.id}`,
    title,
    body: (
      <>
        {card.phone !== '' && card.phone !== title && (
          <p>{number === '' ? <bdi>{card.phone}</bdi> : <a href={`tel:${number}`}>{phone(card.phone)}</a>}</p>
        )}
        {card.text !== '' && (
          <p class="inquiries-excerpt">
            <bdi>{card.text}</bdi>
          </p>
        )}
        {(wait !== undefined || card.hasOrder) && (
          <p class="line">
            {wait !== undefined && <Chip tone="busy">{wait}</Chip>}
            {card.hasOrder && <Chip tone="good">{words.value.inquiries.hasOrder}</Chip>}
          </p>
        )}
        <p class="meta">
          <time title={moment(card.createdAt)}>{age(card.createdAt)}</time> · {sourceWord(card.source)}
        </p>
      </>
    ),
  };
}
