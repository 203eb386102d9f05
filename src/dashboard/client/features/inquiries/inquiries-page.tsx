import { TriangleAlert } from 'lucide';
import { ask } from '../../data/api.ts';
import { isOwner, mayChange } from '../../data/me.ts';
import { type Board, inquiriesOf } from '../../parts/inquiries.ts';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { INQUIRIES } from '../../ui/empty/drawings/inquiries.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { BoardLook, useInquiries } from './board.tsx';
import { FORM_SNIPPET, serverSnippet } from './snippets.ts';

export function InquiriesPage() {
  const state = useInquiries();
  const { data: board, reload } = state;
  const w = words.value.inquiries;
  const isEmpty = board?.columns.every(({ count }) => count === 0) === true;
  return (
    <>
      <PageHead title={w.title}>
        {isOwner() && (
          <div class="actions">
            <a class="button" href="/app/settings/stages">
              {w.setUp}
            </a>
          </div>
        )}
      </PageHead>
      <Waiting of={state} />
      {board !== undefined && !isEmpty && <OffBanner off={board.off} />}
      {board !== undefined && isEmpty && <EmptyInquiries off={board.off} changed={reload} />}
      {board !== undefined && !isEmpty && <BoardLook board={board} state={state} />}
    </>
  );
}

function EmptyInquiries({ off, changed }: { readonly off: Board['off']; readonly changed: () => void }) {
  const sending = useSending();
  const w = words.value.inquiries;
  const isKeeper = mayChange();
  const send = async (): Promise<void> => {
    await ask(inquiriesOf().sample.post({}));
    say(w.sampleSent);
    changed();
  };
  if (off !== null) {
    return (
      <Empty
        drawing={INQUIRIES}
        title={w.empty}
        what={w.off[off]}
        developers={
          <>
            {off === 'dev_environment_only' && <DevCommand />}
            <Snippets />
          </>
        }
      >
        <OffRemedy off={off} class="button main" />
      </Empty>
    );
  }
  return (
    <Empty drawing={INQUIRIES} title={w.empty} what={w.emptyWhat} developers={<Snippets />}>
      {isKeeper && (
        <ActButton sending={sending} class="main" act={send}>
          {w.sendSample}
        </ActButton>
      )}
      <Problem error={sending.error} />
    </Empty>
  );
}

function Snippets() {
  const w = words.value.inquiries;
  const code = serverSnippet(location.origin);
  return (
    <>
      <p class="inquiries-what">
        {w.snippetPage} <CopyButton text={FORM_SNIPPET} what={w.snippetPage} />
      </p>
      <pre>{FORM_SNIPPET}</pre>
      <p class="inquiries-what">
        {w.snippetServer} <CopyButton text={code} what={w.snippetServer} />
      </p>
      <pre>{code}</pre>
    </>
  );
}

type Off = NonNullable<Board['off']>;

const COMMAND = 'docket serve --environment dev';

const OffRemedy = ({ off, class: className }: { readonly off: Off; readonly class: string }) =>
  off === 'dev_environment_only' ? null : <SettingsLink class={className} />;

const DevCommand = () => (
  <p class="line">
    <code>{COMMAND}</code> <CopyButton text={COMMAND} what={COMMAND} />
  </p>
);

function OffBanner({ off }: { readonly off: Board['off'] }) {
  if (off === null) return null;
  return (
    <div class="note busy inquiries-off">
      <Icon of={TriangleAlert} />
      <p>{words.value.inquiries.off[off]}</p>
      <OffRemedy off={off} class="button" />
      {off === 'dev_environment_only' && (
        <details>
          <summary>{words.value.forDevelopers}</summary>
          <DevCommand />
        </details>
      )}
    </div>
  );
}
