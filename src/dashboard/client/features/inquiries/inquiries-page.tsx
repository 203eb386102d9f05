import { isOwner } from '../../data/me.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { BoardLook, useInquiries } from './board.tsx';
import { EmptyInquiries } from './empty.tsx';
import { OffBanner } from './off-banner.tsx';

/** Inquiries from visitors of the shop's website, stage by stage. */
export function InquiriesPage() {
  const state = useInquiries();
  const { data: board, reload } = state;
  const w = words.value.inquiries;
  useTitle(w.title);
  const isEmpty = board?.columns.every(({ count }) => count === 0) === true;
  return (
    <>
      <div class="head">
        <PageTitle>{w.title}</PageTitle>
        {isOwner() && (
          <div class="actions">
            <a class="button" href="/app/settings/stages">
              {w.setUp}
            </a>
          </div>
        )}
      </div>
      <Waiting of={state} />
      {board !== undefined && !isEmpty && <OffBanner off={board.off} />}
      {board !== undefined && isEmpty && <EmptyInquiries off={board.off} changed={reload} />}
      {board !== undefined && !isEmpty && <BoardLook board={board} state={state} />}
    </>
  );
}
