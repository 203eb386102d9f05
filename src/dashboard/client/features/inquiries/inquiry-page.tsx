import { Phone } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { ask } from '../../data/api.ts';
import { mayChange } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import {
  type InquiryData,
  inquiriesOf,
  loadInquiry,
  movedWords,
  sourceWord,
  stageName,
  titleOf,
} from '../../parts/inquiries.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ago, count, dialled, moment, phone } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { type Pair, Pairs } from '../../ui/pairs.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { WaitingFor } from '../../ui/unknown.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { lastOpened } from './last-opened.ts';
import { InquiryHistory, Notes } from './notes.tsx';
import { marksIn, PayloadTree } from './payload-tree.tsx';
import { layOut } from './read-exact.ts';

export function InquiryPage() {
  const id = useRoute().params['id'] ?? '';
  const loaded = useLoaded(() => loadInquiry(id), id, { on: ['inquiries', 'orders'] });
  const { data, error, reload } = loaded;
  const stageMenu = useRef<HTMLDivElement>(null);
  const moving = useSending();
  const isKeeper = mayChange();
  const w = words.value.inquiries;
  useTitle(data === undefined ? w.title : titleOf(data.inquiry.card), w.title);
  useKeys({ KeyM: () => stageMenu.current?.querySelector('button')?.click() });
  // This is a layout effect, because a quick Back may come before other effects have run.
  useLayoutEffect(() => {
    lastOpened.id = id;
  }, [id]);
  if (data === undefined) return <WaitingFor of={loaded} title={w.notFound} list="/app/inquiries" listName={w.title} />;
  const { inquiry, stages } = data;
  const named = stages.map((stage) => ({ ...stage, name: stageName(stage) }));
  const stage = named.find((one) => one.id === inquiry.stageId);
  const move = (to: string): Promise<void> =>
    ask(inquiriesOf()({ id }).move.post({ stageId: to, expectedVersion: inquiry.version }))
      .then((moved) => say(movedWords(named.find((one) => one.id === to)?.name ?? '', moved)))
      .finally(reload);
  const title = titleOf(inquiry.card);
  return (
    <>
      <Crumb to="/app/inquiries">{w.back}</Crumb>
      <div class="head inquiry-head">
        <div>
          <PageTitle>
            <bdi>{title}</bdi>
          </PageTitle>
          <p class="line">
            {stage !== undefined && !isKeeper && <Chip tone={stage.tone}>{stage.name}</Chip>}
            <span class="meta">
              <time title={moment(inquiry.createdAt)}>{ago(inquiry.createdAt)}</time> · {sourceWord(inquiry.source)}
            </span>
          </p>
        </div>
        <Actions inquiry={inquiry} mayChange={isKeeper}>
          <div ref={stageMenu}>
            <ChoiceMenu
              label={w.stage}
              quiet
              writes
              value={inquiry.stageId}
              groups={[named.map(({ id: value, name: text, tone }, at) => ({ value, text, tone, digit: at + 1 }))]}
              choose={(to) => moving.begin(() => move(to))}
            />
          </div>
        </Actions>
      </div>
      <Problem error={error} retry={reload} />
      <Problem error={moving.error} />
      <div class="two">
        <div>
          <section class="box">
            <h2>{w.payload}</h2>
            <PayloadTree
              text={inquiry.payloadText}
              said={[title, inquiry.card.phone, inquiry.card.email]}
              main={inquiry.card.text}
            />
            <Raw text={inquiry.payloadText} />
          </section>
          <Contact card={inquiry.card} />
          <Facts inquiry={inquiry} />
        </div>
        <div>
          <Notes inquiry={inquiry} changed={reload} />
          <InquiryHistory inquiry={inquiry} />
        </div>
      </div>
    </>
  );
}

interface ActionsProps {
  readonly inquiry: InquiryData;
  readonly mayChange: boolean;
  readonly children: ComponentChildren;
}

function Actions({ inquiry: { id, order, card }, mayChange, children }: ActionsProps) {
  const w = words.value.inquiries;
  const number = dialled(card.phone);
  return (
    <div class="actions noprint">
      {number !== '' && (
        <a class="button" href={`tel:${number}`}>
          <Icon of={Phone} /> {words.value.call}
        </a>
      )}
      {order !== null && (
        <a class="button" href={`/app/orders/${order.id}`}>
          {w.order} {order.num}
          {order.deleted && ` (${w.orderDeleted})`}
        </a>
      )}
      {mayChange && children}
      {mayChange && (order === null || order.deleted) && (
        <a class="button main" href={`/app/orders/new?inquiry=${id}`}>
          {w.makeOrder}
        </a>
      )}
    </div>
  );
}

function Contact({ card }: { readonly card: InquiryData['card'] }) {
  const w = words.value.inquiries;
  if (card.phone === '' && card.email === '') return null;
  const number = dialled(card.phone);
  const ofPhone: Pair = [w.phone, number === '' ? card.phone : <a href={`tel:${number}`}>{phone(card.phone)}</a>];
  const email = (
    <>
      <bdi>{card.email}</bdi> <CopyButton text={card.email} what={w.email} />
    </>
  );
  return (
    <section class="box">
      <h2>{w.contact}</h2>
      <Pairs
        class="inquiry-facts"
        of={[...(card.phone === '' ? [] : [ofPhone]), ...(card.email === '' ? [] : [[w.email, email] as const])]}
      />
    </section>
  );
}

/** Formats the JSON only while this part is open. */
function Raw({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const w = words.value.inquiries;
  return (
    <details class="inquiries-raw" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w.raw}</summary>
      {open && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard (WCAG
              2.1.1) */}
          <pre tabIndex={0}>{layOut(text)}</pre>
          <CopyButton text={text} what={w.copyRaw} />
        </>
      )}
    </details>
  );
}

function Facts({ inquiry }: { readonly inquiry: InquiryData }) {
  const { inquiries: w, orderPage } = words.value;
  const marks = useMemo(() => marksIn(inquiry.payloadText), [inquiry.payloadText]);
  const requests = inquiry.history.flatMap(({ kind, requestId }): Pair[] =>
    requestId === null ? [] : [[`${orderPage.request} · ${w.kinds[kind]}`, requestId]],
  );
  return (
    <section class="box">
      <h2>{w.facts}</h2>
      <Pairs
        class="inquiry-facts"
        of={[[w.received, moment(inquiry.createdAt)], ...(marks === '' ? [] : [[w.payloadNames.utm, marks] as const])]}
      />
      <details class="inquiries-raw">
        <summary>{words.value.forDevelopers}</summary>
        <Pairs
          class="inquiry-facts"
          of={[
            [w.version, count(inquiry.version)],
            [w.idempotencyKey, inquiry.idempotencyKey ?? orderPage.none],
            ['id', inquiry.id],
            ...requests,
          ]}
        />
      </details>
    </section>
  );
}
