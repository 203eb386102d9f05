import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ask } from '../../../data/api.ts';
import { workspaceId } from '../../../data/me.ts';
import { newUuid } from '../../../data/new-uuid.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { under } from '../../../data/send-once.ts';
import { useDraft } from '../../../data/use-draft.ts';
import { type Loaded, useLoaded } from '../../../data/use-loaded.ts';
import { loadInquiry } from '../../../parts/inquiries.ts';
import { namePayment } from '../../../parts/named-payment.ts';
import { OrderLink } from '../../../parts/order-link.tsx';
import { ordersOf } from '../../../parts/orders.ts';
import { doubtOf, isOver, loadSlots } from '../../../parts/slots.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { day, localDay, plural, slot } from '../../../ui/format.ts';
import { Crumb, PageTitle } from '../../../ui/page-title.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { type Draft, emptyDraft, keptOrder, wrongItems } from './draft.ts';
import { FormBody } from './form-body.tsx';
import { FoundDraft } from './found-draft.tsx';
import { filledForClient, loadChosen } from './from-client.ts';
import { filledFrom, type MadeOrder, orderMadeOf, saveOrderOf } from './from-inquiry.ts';
import { countNewPrices, filledAgain, loadAgain, saveOrderFor } from './from-order.ts';
import { type FilledForm, openOf } from './one-line/fill-draft.ts';
import { EMPTY_LINE } from './one-line/line.ts';
import { LineField } from './one-line/line-field.tsx';
import { paymentIn } from './one-line/remarks.ts';
import { type Content, contentOf } from './order-draft.ts';
import { askAboutLine, type Question, questionsOf } from './order-questions.ts';
import { loadPhoneCheck } from './phone-check.ts';
import { AskDialog } from './questions.tsx';
import { slotKey } from './slot-chips.tsx';

export { learnNames } from './one-line/first-names.ts';

/** The parameters of the address that name a record to fill a new order from. */
const ORIGINS = ['inquiry', 'client', 'order'] as const;

function useNewDraft() {
  const { query } = useLocation();
  const [from = ''] = ORIGINS.flatMap((name) => query[name] ?? []);
  const { due = '' } = query;
  const [today] = useState(localDay);
  // A repeated order has no day at first, so that one hasty press cannot save it for today.
  const [empty] = useState(() => emptyDraft(query['order'] !== undefined && due === '' ? '' : today));
  // Each opening of the page has one id. If the form is sent twice, it creates one order.
  const [formId, setFormId] = useState(newUuid);
  const [form, setForm] = useState<FilledForm>({ draft: empty, line: EMPTY_LINE, given: {} });
  const fill = ({ formId: id, ...found }: FilledForm & { readonly formId: string }): void => {
    setFormId(id);
    setForm(found);
  };
  const kept = useDraft({
    name: `new-order ${workspaceId()} ${from}${due}`,
    value: useMemo(() => ({ formId, ...form }), [formId, form]),
    fill,
    read: keptOrder,
  });
  const startAgain = (draft: Draft): void => {
    kept.drop(true);
    fill({ formId: newUuid(), draft, line: EMPTY_LINE, given: draft.delivery });
    say(words.value.orderForm.draftDropped, () => fill({ formId, ...form }));
  };
  return { formId, today, empty, form, setForm, kept, startAgain };
}

/**
 * Asks about a slot that is over or full by now, unless the user has already agreed to it. Also asks if the order is
 * for today, has no time, and all of today's slots are over.
 */
async function askAboutSlot(draft: Draft, agreed: ReadonlySet<string>): Promise<readonly Question[]> {
  const { date } = draft;
  if (agreed.has(slotKey(draft, date))) return [];
  // If the slots do not load, the user is not asked about them: taking the order is more important.
  const slots = await loadSlots(date).catch(() => []);
  const isToday = date === localDay();
  if (draft.timeStart === '' && isToday && isOver(slots, date)) return [{ path: 'date', why: 'late', date }];
  const one = slots.find(({ timeStart, timeEnd }) => timeStart === draft.timeStart && timeEnd === draft.timeEnd);
  const doubt = one && doubtOf(one, draft.date);
  return doubt === undefined ? [] : [{ path: 'timeStart', doubt, slot: slot(draft.timeStart, draft.timeEnd) }];
}

async function oddIn(form: FilledForm, agreed: ReadonlySet<string>): Promise<readonly Question[]> {
  const { draft } = form;
  return [
    ...askAboutLine(openOf(form), draft),
    ...questionsOf(draft, localDay(), await loadPhoneCheck()),
    ...(await askAboutSlot(draft, agreed)),
  ];
}

function backTo(query: Readonly<Record<string, string>>, num = ''): { readonly to: string; readonly name: string } {
  const { orderPage, orders, inquiries, menu } = words.value;
  const names = { inquiry: inquiries.title, client: menu.clients, order: `${orders.order} ${num}` };
  const paths = { inquiry: 'inquiries', client: 'clients', order: 'orders' };
  const of = ORIGINS.find((one) => query[one] !== undefined);
  if (of === undefined) return { to: '/app/orders', name: orderPage.back };
  return { to: `/app/${paths[of]}/${query[of]}`, name: names[of] };
}

/**
 * Loads the record that the page's address names, and fills the form from it.
 * @param parameter the address parameter that contains the record's id
 */
function useOfAddress<T>(
  parameter: string,
  load: (id: string) => Promise<T>,
  found: (data: T) => void,
): Loaded<T | undefined> & { id: string | undefined } {
  const { query } = useLocation();
  const id = query[parameter];
  const loaded = useLoaded(async () => (id === undefined ? undefined : load(id)), id ?? '');
  // This is a layout effect, so that it cannot overwrite text that the user types after the page is painted.
  useLayoutEffect(() => {
    if (loaded.data !== undefined) found(loaded.data);
  }, [loaded.data]);
  return { ...loaded, id };
}

function useOrigin({ empty, setForm, kept }: ReturnType<typeof useNewDraft>) {
  const fill =
    <T,>(filled: (draft: Draft, found: T) => Draft) =>
    (found: T): void => {
      if (kept.isFound) return;
      // A form that is filled from a record in the page's URL becomes a draft only when the user types.
      kept.drop(true);
      setForm((before) => {
        const draft = filled(before.draft, found);
        return { ...before, draft, given: draft.delivery };
      });
    };
  const ofInquiry = fill(filledFrom);
  const inquiry = useOfAddress(
    'inquiry',
    async (id) => (await loadInquiry(id)).inquiry,
    (found) => (orderMadeOf(found) === undefined ? ofInquiry(found) : kept.drop()),
  );
  const client = useOfAddress('client', loadChosen, fill(filledForClient));
  const { due } = useLocation().query;
  const order = useOfAddress('order', (id) => loadAgain(id, due), fill(filledAgain));
  const start = (): Draft => {
    if (inquiry.data !== undefined) return filledFrom(empty, inquiry.data);
    if (order.data !== undefined) return filledAgain(empty, order.data);
    return client.data === undefined ? empty : filledForClient(empty, client.data);
  };
  // A form filled from an earlier order still needs a day, so the field for the day gets the focus.
  useLayoutEffect(() => {
    if (order.data !== undefined && empty.date === '' && !kept.isFound)
      document.querySelector<HTMLElement>('.order-form [name=date]')?.focus();
  }, [order.data]);
  return { inquiry, client, order, due, start, made: inquiry.data && orderMadeOf(inquiry.data) };
}

type Origin = ReturnType<typeof useOrigin>;

function saveAs({ inquiry, order, due }: Origin, content: Content, formId: string): Promise<{ id: string }> {
  if (inquiry.id !== undefined) return saveOrderOf(inquiry.id, content, formId);
  if (order.id !== undefined && due !== undefined) return saveOrderFor(order.id, due, content, formId);
  return ask(ordersOf().post(content, under(formId)));
}

function MadeNote({ of }: { readonly of: MadeOrder }) {
  const w = words.value.inquiries;
  return (
    <div class="note busy">
      <p>
        {w.madeBefore} <OrderLink of={of} />
      </p>
      <a class="button" href={`/app/orders/new?order=${of.id}`}>
        {w.makeSecond}
      </a>
    </div>
  );
}

function AgainNote({ of }: { readonly of: Awaited<ReturnType<typeof loadAgain>> }) {
  const { orderForm, schedules: w } = words.value;
  const { num } = of.order;
  if (of.due === undefined) return <p class="note">{orderForm.againWhat(num)}</p>;
  const prices = countNewPrices(of);
  return (
    <p class="note">
      {w.formWhat(num, day(of.due, true))} {prices > 0 && plural(prices, w.pricesNow)}
    </p>
  );
}

function OriginNotes({ of: { inquiry, client, order, made } }: { readonly of: Origin }) {
  return (
    <>
      {made !== undefined && <MadeNote of={made} />}
      {inquiry.data !== undefined && made === undefined && (
        <p class="note inquiry-origin">
          {words.value.inquiries.fromWhat}
          {inquiry.data.message !== '' && (
            <>
              <br />
              <bdi>{inquiry.data.message}</bdi>
            </>
          )}
        </p>
      )}
      {order.data !== undefined && <AgainNote of={order.data} />}
      {[inquiry, client, order].map(({ error, reload }, at) => (
        <Problem key={at} error={error} retry={reload} />
      ))}
    </>
  );
}

export function NewOrderPage() {
  const { orders, orderForm: w, inquiries } = words.value;
  const { route, query } = useLocation();
  const begun = useNewDraft();
  const { formId, form: filled, setForm, kept } = begun;
  const { draft } = filled;
  const origin = useOrigin(begun);
  const { inquiry, made } = origin;
  // True after somebody else has made an order from this inquiry. The page then stays open, to keep the typed text.
  const [isLate, setIsLate] = useState(false);
  const back = backTo(query, origin.order.data?.order.num);
  useTitle(orders.newOrder);
  const [agreed] = useState(() => new Set<string>());
  const saving = useSending();
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const save = async (): Promise<void> => {
    setQuestions([]);
    try {
      const { id } = await saveAs(origin, contentOf(draft), formId);
      kept.drop();
      // The browser's Back must not return to the same form, because that form would look unsent.
      namePayment(id, paymentIn(openOf(filled)).paid);
      route(`/app/orders/${id}`, true);
      scrollTo(0, 0);
    } catch (problem) {
      if (isRefusal(problem, 'inquiry_has_order')) {
        setIsLate(true);
        inquiry.reload();
        scrollTo(0, 0);
      }
      // The stored draft is deleted if the server would always refuse it. order_key_conflict: the form has created an
      // order, but the answer was lost. precondition_failed: the recurring order's date is no longer open.
      if (isRefusal(problem, 'order_key_conflict') || isRefusal(problem, 'precondition_failed')) kept.drop();
      throw problem;
    }
  };
  const send = async (): Promise<void> => {
    const odd = await oddIn(filled, agreed);
    if (odd.length === 0) await save();
    else setQuestions(odd);
  };
  const form = useForm(send, saving, () => wrongItems(draft.items));
  return (
    <Form of={form} class="order-form">
      <Crumb to={back.to}>{back.name}</Crumb>
      <PageTitle>{inquiry.id === undefined ? orders.newOrder : inquiries.fromTitle}</PageTitle>
      <OriginNotes of={origin} />
      {kept.isFound && <FoundDraft what={w.draftWhat} startAgain={() => begun.startAgain(origin.start())} />}
      {(made === undefined || isLate) && (
        <FormBody
          draft={draft}
          change={(next, given) => setForm((before) => ({ ...before, draft: next, given: given ?? before.given }))}
          action={w.saveOrder}
          agreed={agreed}
          back={back.to}
          line={(usual) => <LineField {...begun} change={setForm} usual={usual} />}
        />
      )}
      {questions.length > 0 && (
        <AskDialog questions={questions} sending={saving} save={save} onClose={() => setQuestions([])} />
      )}
    </Form>
  );
}
