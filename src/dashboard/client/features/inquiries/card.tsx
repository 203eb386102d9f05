import { type Card, sourceWord, titleOf } from '../../data/inquiries.ts';
import { Chip } from '../../ui/chip.tsx';
import { ago, day, dialled, HOUR_MS, localClock, moment, phone, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const DAY_HOURS = 24;
const DAY_CHARS = 10;

/** For how long nobody has touched it, in words, once that is too long. */
function waiting(updatedAt: string, staleHours: number): string | undefined {
  const hours = Math.floor((Date.now() - Date.parse(updatedAt)) / HOUR_MS);
  if (hours < staleHours) return undefined;
  const w = words.value.inquiries;
  return hours < 2 * DAY_HOURS ? plural(hours, w.hours) : plural(Math.floor(hours / DAY_HOURS), w.days);
}

/** Short, for there is little room: the day alone once it is not today's. */
function age(iso: string): string {
  const isFresh = Date.now() - Date.parse(iso) < DAY_HOURS * HOUR_MS;
  return isFresh ? ago(iso) : day(localClock(new Date(iso)).slice(0, DAY_CHARS));
}

/** An inquiry on the board; all that it says was written by a stranger, and stands there as text. */
export function InquiryCard({
  card,
  staleHours,
  isDragged,
  onMove,
}: {
  readonly card: Card;
  /** Undefined where nothing waits. */
  readonly staleHours: number | undefined;
  readonly isDragged: boolean;
  /** Undefined for who may only look. */
  readonly onMove: (() => void) | undefined;
}) {
  const w = words.value.inquiries;
  const title = titleOf(card);
  const wait = staleHours === undefined ? undefined : waiting(card.updatedAt, staleHours);
  const number = dialled(card.phone);
  return (
    <li
      class={`card inquiries-inquiry${wait === undefined ? '' : ' inquiries-stale'}${isDragged ? ' inquiries-dragged' : ''}`}
      data-id={card.id}
    >
      <p class="inquiries-top">
        <a href={`/app/inquiries/${card.id}`} draggable={false}>
          <bdi>{title}</bdi>
        </a>
        {onMove !== undefined && <span class="inquiries-handle" aria-hidden="true" />}
      </p>
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
          {card.hasOrder && <Chip tone="good">{w.hasOrder}</Chip>}
        </p>
      )}
      <p class="line spread">
        <span class="meta">
          <time title={moment(card.createdAt)}>{age(card.createdAt)}</time> · {sourceWord(card.source)}
        </span>
        {onMove !== undefined && (
          <button type="button" class="quiet" aria-haspopup="dialog" onClick={onMove}>
            {w.move}
            <span class="unseen"> {title}</span>
          </button>
        )}
      </p>
    </li>
  );
}
