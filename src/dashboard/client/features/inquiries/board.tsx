import { useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { mayChange } from '../../data/me.ts';
import { Board, type CardFace } from '../../parts/board/board.tsx';
import { type BoardState, useBoard } from '../../parts/board/use-board.ts';
import { isFinal } from '../../parts/flows.ts';
import {
  type Board as BoardData,
  type Card,
  inquiriesOf,
  loadBoard,
  loadCards,
  movedWords,
  sourceWord,
  stageName,
  titleOf,
} from '../../parts/inquiries.ts';
import { Chip } from '../../ui/chip.tsx';
import { ago, day, dialled, HOUR_MS, localDay, MINUTE_MS, moment, phone, plural } from '../../ui/format.ts';
import { useAddress } from '../../ui/use-query.ts';
import { useTick } from '../../ui/use-tick.ts';
import { words } from '../../words/words.ts';
import { lastOpened } from './last-opened.ts';

interface InquiryBoard extends BoardState<BoardData> {
  readonly loadMore: (stageId: string) => void;
}

/** Loads as many parts of each stage's list as the board already shows. */
async function loadAll(pages: ReadonlyMap<string, number>): Promise<BoardData> {
  const board = await loadBoard();
  const columns = await Promise.all(
    board.columns.map(async (stage) => {
      let { cards, nextCursor } = stage;
      for (let page = 1; page < (pages.get(stage.id) ?? 1) && nextCursor !== null; page += 1) {
        const next = await loadCards(stage.id, nextCursor);
        cards = [...cards, ...next.cards];
        nextCursor = next.nextCursor;
      }
      return { ...stage, name: stageName(stage), cards, nextCursor };
    }),
  );
  return { ...board, columns };
}

export function useInquiries(): InquiryBoard {
  const pages = useRef(new Map<string, number>());
  const board = useBoard({
    load: () => loadAll(pages.current),
    key: '',
    on: ['inquiries'],
    send: async (card: Card, to) => {
      const move = { stageId: to.id, expectedVersion: card.version };
      const moved = await ask(inquiriesOf()({ id: card.id }).move.post(move));
      const news = { version: moved.version, updatedAt: new Date().toISOString() };
      return [news, movedWords(to.name, moved)] as const;
    },
  });
  return {
    ...board,
    loadMore(stageId) {
      pages.current.set(stageId, (pages.current.get(stageId) ?? 1) + 1);
      board.reload();
    },
  };
}

function takeLast(): string | undefined {
  const { id } = lastOpened;
  lastOpened.id = undefined;
  return id;
}

export function BoardLook({ board, state }: { readonly board: BoardData; readonly state: InquiryBoard }) {
  const { value, set } = useAddress();
  const [last] = useState(takeLast);
  const w = words.value.inquiries;
  const { columns, settings } = board;
  useTick(MINUTE_MS);
  return (
    <Board
      name="inquiries"
      label={w.stage}
      columns={columns}
      chosen={value('stage')}
      choose={(id) => set({ stage: id === columns[0]?.id ? undefined : id }, true)}
      faceOf={(card, stage) => faceOf(card, isFinal(stage) ? undefined : settings.staleHours)}
      move={mayChange() ? state.move : undefined}
      last={last}
      footOf={({ id, name, cards, ...stage }) => (
        <>
          {cards.length === 0 && <p class="meta">{w.emptyStage}</p>}
          {'nextCursor' in stage && stage.nextCursor !== null && (
            <button type="button" class="quiet wide inquiries-more" onClick={() => state.loadMore(id)}>
              {words.value.more}
              <span class="unseen"> {name}</span>
            </button>
          )}
        </>
      )}
    />
  );
}

const DAY_HOURS = 24;

function waiting(updatedAt: string, staleHours: number): string | undefined {
  const hours = Math.floor((Date.now() - Date.parse(updatedAt)) / HOUR_MS);
  if (hours < staleHours) return undefined;
  const w = words.value.inquiries;
  return hours < 2 * DAY_HOURS ? plural(hours, w.hours) : plural(Math.floor(hours / DAY_HOURS), w.days);
}

/**
 * Returns how long ago an inquiry came, but only for its first day. Later it returns the date without the time, to save
 * space.
 */
function age(iso: string): string {
  const isFresh = Date.now() - Date.parse(iso) < DAY_HOURS * HOUR_MS;
  return isFresh ? ago(iso) : day(localDay(new Date(iso)));
}

/** A stranger wrote the inquiry, so all of its content is shown as plain text. */
function faceOf(card: Card, staleHours: number | undefined): CardFace {
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
