import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ask } from '../../../data/api.ts';
import { workspaceId } from '../../../data/me.ts';
import { newUuid } from '../../../data/new-uuid.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { under } from '../../../data/send-once.ts';
import { useDraft } from '../../../data/use-draft.ts';
import { ordersOf } from '../../../parts/orders.ts';
import { doubtOf, loadSlots } from '../../../parts/slots.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { localClock, slot } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { type Draft, emptyDraft, keptOrder, wrongItems } from './draft.ts';
import { FormBody } from './form-body.tsx';
import { FoundDraft } from './found-draft.tsx';
import { filledForClient, useClientOfAddress } from './from-client.ts';
import { filledFrom, saveOrderOf, useInquiryOfAddress } from './from-inquiry.ts';
import type { FilledForm } from './one-line/fill-draft.ts';
import { EMPTY_LINE } from './one-line/line.ts';
import { LineField } from './one-line/line-field.tsx';
import { contentOf } from './order-draft.ts';
import { type Question, questionsOf } from './order-questions.ts';
import { loadPhoneCheck } from './phone-check.ts';
import { AskDialog } from './questions.tsx';
import { slotKey } from './slot-chips.tsx';

const DAY_CHARS = 10;

/** The content of a new order's form, kept in the tab. @param from the inquiry that it is made of, by its id */
function useNewDraft(from: string) {
  // One for each opening of the page: sent twice, it makes one order.
  const [formId, setFormId] = useState(newUuid);
  const [empty] = useState(() => emptyDraft(localClock(new Date()).slice(0, DAY_CHARS)));
  const [form, setForm] = useState<FilledForm>({ draft: empty, line: EMPTY_LINE });
  const fill = ({ formId: id, ...found }: FilledForm & { readonly formId: string }): void => {
    setFormId(id);
    setForm(found);
  };
  const kept = useDraft({
    name: `new-order ${workspaceId()} ${from}`,
    value: useMemo(() => ({ formId, ...form }), [formId, form]),
    fill,
    read: keptOrder,
  });
  const startAgain = (draft: Draft): void => {
    kept.drop(true);
    fill({ formId: newUuid(), draft, line: EMPTY_LINE });
    say(words.value.orderForm.draftDropped, () => fill({ formId, ...form }));
  };
  return { formId, empty, form, setForm, kept, startAgain };
}

/** Asks about a slot that is over or full by now, unless it was already agreed to. */
async function askAboutSlot(draft: Draft, agreed: ReadonlySet<string>): Promise<readonly Question[]> {
  if (draft.timeStart === '' || agreed.has(slotKey(draft, draft.date))) return [];
  // If the slots do not load, there is no question: the order comes first.
  const slots = await loadSlots(draft.date).catch(() => []);
  const one = slots.find(({ timeStart, timeEnd }) => timeStart === draft.timeStart && timeEnd === draft.timeEnd);
  const doubt = one && doubtOf(one, draft.date);
  return doubt === undefined ? [] : [{ path: 'timeStart', doubt, slot: slot(draft.timeStart, draft.timeEnd) }];
}

/** The page that the form was opened on. */
function backTo(
  inquiry: string | undefined,
  client: string | undefined,
): { readonly to: string; readonly name: string } {
  const { orderPage, inquiries, menu } = words.value;
  if (inquiry !== undefined) return { to: `/app/inquiries/${inquiry}`, name: inquiries.title };
  if (client !== undefined) return { to: `/app/clients/${client}`, name: menu.clients };
  return { to: '/app/orders', name: orderPage.back };
}

/** An order by hand. */
export function NewOrderPage() {
  const { orderForm: w, inquiries } = words.value;
  const inquiry = useInquiryOfAddress((found) => {
    if (!kept.isFound) setForm((before) => ({ ...before, draft: filledFrom(before.draft, found) }));
  });
  const client = useClientOfAddress((found) => {
    if (!kept.isFound) setForm((before) => ({ ...before, draft: filledForClient(before.draft, found) }));
  });
  const { formId, empty, form: filled, setForm, kept, startAgain } = useNewDraft(inquiry.id ?? client.id ?? '');
  const { draft } = filled;
  const { route } = useLocation();
  const back = backTo(inquiry.id, client.id);
  const start = (): Draft => {
    if (inquiry.data !== undefined) return filledFrom(empty, inquiry.data);
    return client.data === undefined ? empty : filledForClient(empty, client.data);
  };
  useTitle(w.formNew);
  const [agreed] = useState(() => new Set<string>());
  const saving = useSending();
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const save = async (): Promise<void> => {
    setQuestions([]);
    const order = contentOf(draft);
    try {
      const { id } = await (inquiry.id === undefined
        ? ask(ordersOf().post(order, under(formId)))
        : saveOrderOf(inquiry.id, order, formId));
      kept.drop();
      route(`/app/orders/${id}`);
    } catch (problem) {
      // The form was sent before and its answer was lost; this draft would be refused for ever.
      if (isRefusal(problem, 'order_key_conflict')) kept.drop();
      throw problem;
    }
  };
  const send = async (): Promise<void> => {
    const odd = [...questionsOf(draft, await loadPhoneCheck()), ...(await askAboutSlot(draft, agreed))];
    if (odd.length === 0) await save();
    else setQuestions(odd);
  };
  const form = useForm(send, saving, () => wrongItems(draft.items));
  return (
    <Form of={form} class="order-form">
      <p class="crumb">
        <a href={back.to}>← {back.name}</a>
      </p>
      <PageTitle>{inquiry.id === undefined ? w.formNew : inquiries.fromTitle}</PageTitle>
      {inquiry.data !== undefined && <p class="note inquiry-origin">{inquiries.fromWhat}</p>}
      <Problem error={inquiry.error} retry={inquiry.reload} />
      <Problem error={client.error} retry={client.reload} />
      {kept.isFound && <FoundDraft what={w.draftWhat} startAgain={() => startAgain(start())} />}
      <FormBody
        draft={draft}
        change={(next) => setForm((before) => ({ ...before, draft: next }))}
        action={w.saveOrder}
        agreed={agreed}
        back={back.to}
        line={(usual) => <LineField form={filled} change={setForm} empty={empty} usual={usual} />}
      />
      {questions.length > 0 && (
        <AskDialog questions={questions} sending={saving} save={save} onClose={() => setQuestions([])} />
      )}
    </Form>
  );
}
