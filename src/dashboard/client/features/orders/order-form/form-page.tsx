import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ask } from '../../../data/api.ts';
import { workspaceId } from '../../../data/me.ts';
import { newUuid } from '../../../data/new-uuid.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { under } from '../../../data/send-once.ts';
import { type KeptDraft, useDraft } from '../../../data/use-draft.ts';
import { ordersOf } from '../../../parts/orders.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { localClock } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { emptyDraft } from './draft.ts';
import { FormBody } from './form-body.tsx';
import { filledFrom, saveOrderOf, useInquiryOfAddress } from './from-inquiry.ts';
import { contentOf, keptOrder } from './order-draft.ts';
import { type Question, questionsOf } from './order-questions.ts';
import { AskDialog } from './questions.tsx';

const DAY_CHARS = 10;

/** An order by hand. */
export function NewOrderPage() {
  // One for each opening of the page: sent twice, it makes one order.
  const [formId, setFormId] = useState(newUuid);
  const [draft, setDraft] = useState(() => emptyDraft(localClock(new Date()).slice(0, DAY_CHARS)));
  const { route } = useLocation();
  const { orderForm: w, orderPage } = words.value;
  const inquiry = useInquiryOfAddress((found) => setDraft((before) => filledFrom(before, found)));
  const back = inquiry.id === undefined ? '/app/orders' : `/app/inquiries/${inquiry.id}`;
  useTitle(w.formNew);
  const kept = useDraft({
    name: `new-order ${workspaceId()} ${inquiry.id ?? ''}`,
    value: useMemo(() => ({ formId, draft }), [formId, draft]),
    fill(found) {
      setFormId(found.formId);
      setDraft(found.draft);
    },
    read: keptOrder,
  });
  const saving = useSending();
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const save = async (): Promise<void> => {
    setQuestions([]);
    const order = contentOf(draft);
    try {
      const { id } = await (inquiry.id === undefined
        ? ask(ordersOf().post(order, under(formId)))
        : saveOrderOf(inquiry.id, order, formId));
      kept.sent();
      route(`/app/orders/${id}`);
    } catch (problem) {
      // It was sent before, and its answer was lost: gone on with, it would be refused for ever.
      if (isRefusal(problem, 'order_key_conflict')) kept.sent();
      throw problem;
    }
  };
  const form = useForm(async () => {
    contentOf(draft);
    const odd = questionsOf(draft);
    if (odd.length === 0) await save();
    else setQuestions(odd);
  }, saving);
  return (
    <Form of={form} class="order-form">
      <p class="crumb">
        <a href={back}>← {inquiry.id === undefined ? orderPage.back : words.value.inquiries.title}</a>
      </p>
      <PageTitle>{inquiry.id === undefined ? w.formNew : words.value.inquiries.fromTitle}</PageTitle>
      {inquiry.data !== undefined && <p class="note inquiry-origin">{words.value.inquiries.fromWhat}</p>}
      <Problem error={inquiry.error} retry={inquiry.reload} />
      <DraftOffer of={kept} what={w.draftWhat} />
      <FormBody draft={draft} change={setDraft} action={w.saveOrder} back={back} />
      {questions.length > 0 && (
        <AskDialog questions={questions} sending={saving} save={save} onClose={() => setQuestions([])} />
      )}
    </Form>
  );
}

/** What was begun here before and never sent. */
export function DraftOffer({
  of: { found, decide },
  what,
}: {
  readonly of: KeptDraft<unknown>;
  readonly what: string;
}) {
  const w = words.value.orderForm;
  if (found === undefined) return null;
  return (
    <div class="note">
      <p>
        <strong>{w.draftTitle}</strong> {what}
      </p>
      <div class="actions start">
        <button type="button" class="main" onClick={() => decide(true)}>
          {w.draftContinue}
        </button>
        <button type="button" onClick={() => decide(false)}>
          {w.draftDrop}
        </button>
      </div>
    </div>
  );
}
