import { isOwner } from '../../data/me.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { BoardLook } from './board.tsx';
import { EmptyInquiries } from './empty.tsx';
import { OffBanner } from './off-banner.tsx';
import { useBoard } from './use-board.ts';

/** What visitors have written, from stage to stage. */
export function InquiriesPage() {
  const state = useBoard();
  const { board, error, reload } = state;
  const w = words.value.inquiries;
  useTitle(w.title);
  const isEmpty = board?.stages.every((stage) => stage.count === 0) === true;
  return (
    <>
      <div class="head">
        <PageTitle>{w.title}</PageTitle>
        {isOwner() && (
          <div class="actions">
            <a class="button" href="/app/inquiries/settings">
              {w.setUp}
            </a>
          </div>
        )}
      </div>
      <Waiting of={{ data: board, error, reload }} />
      {board !== undefined && !isEmpty && <OffBanner off={board.off} />}
      {board !== undefined && isEmpty && <EmptyInquiries off={board.off} changed={reload} />}
      {board !== undefined && !isEmpty && <BoardLook board={board} state={state} />}
    </>
  );
}
