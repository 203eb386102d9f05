import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ask, Refusal } from '../../../data/api.ts';
import { workspaceId } from '../../../data/me.ts';
import { newUuid } from '../../../data/new-uuid.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { under } from '../../../data/send-once.ts';
import { type KeptDraft, useDraft } from '../../../data/use-draft.ts';
import { type OrderData, ordersOf } from '../../../parts/orders.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { localClock } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { WithOrder } from '../with-order.tsx';
import { FormBody } from './form-body.tsx';
import { filledFrom, saveOrderOf, useInquiryOfAddress } from './from-inquiry.ts';
import { type Content, changesOf, contentOf, type Draft, draftOf, emptyDraft, keptOrder } from './order-draft.ts';
import { trimmed } from './order-fields.ts';
import { type Question, questionsOf } from './order-questions.ts';
import { AskDialog } from './questions.tsx';
import { ReviewDialog } from './review-dialog.tsx';

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
function DraftOffer({ of: { found, decide }, what }: { readonly of: KeptDraft<unknown>; readonly what: string }) {
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

/** Kept by its first version: what is written must not change under the hands of whoever writes it. */
export const EditOrderPage = () => (
  <WithOrder>{(order, reload) => <EditForm key={order.version} order={order} startAgain={reload} />}</WithOrder>
);

const IN_DATA = /^data\./;

/** A refusal with its fields by the paths that the form knows. */
const inForm = (problem: unknown): unknown =>
  problem instanceof Refusal
    ? problem.of(problem.fields.map((field) => ({ ...field, path: field.path.replace(IN_DATA, '') })))
    : problem;

function EditForm({ order, startAgain }: { readonly order: OrderData; readonly startAgain: () => void }) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(order));
  const [review, setReview] = useState<Partial<Content & { num: string }>>();
  const [stale, setStale] = useState(false);
  const saving = useSending();
  const { route } = useLocation();
  const { orderForm: w, orders } = words.value;
  const back = `/app/orders/${order.id}`;
  useTitle(`${w.formEdit} ${order.num}`);
  // What was begun on another version is not offered: with it, others' changes would be taken back.
  const formId = String(order.version);
  const kept = useDraft({
    name: `edit-order ${workspaceId()} ${order.id}`,
    value: useMemo(() => ({ formId, draft }), [formId, draft]),
    fill: (found) => setDraft(found.draft),
    read: (found) => (keptOrder(found)?.formId === formId ? keptOrder(found) : undefined),
  });
  const look = useForm(async () => {
    const content = contentOf(draft, order);
    const num = trimmed(draft.num, order.num);
    setReview({ ...changesOf(content, order), ...(num === order.num || num === '' ? {} : { num }) });
  }, saving);
  const save = async (version?: number): Promise<void> => {
    if (review === undefined) return;
    try {
      const known = version === undefined ? {} : { version };
      await ask(ordersOf()({ id: order.id }).update.post({ ...known, data: review }));
      kept.sent();
      route(back);
    } catch (problem) {
      if (isRefusal(problem, 'precondition_failed')) return setStale(true);
      setReview(undefined);
      throw inForm(problem);
    }
  };
  return (
    <Form of={look} class="order-form">
      <p class="crumb">
        <a href={back}>
          ← {orders.order} {order.num}
        </a>
      </p>
      <PageTitle>{w.formEdit}</PageTitle>
      {order.writeOff !== null && (
        <p class="note">
          {order.writeOff.movements.length === 0 ? words.value.stock.editAfterNothing : words.value.stock.editAfter}
        </p>
      )}
      <DraftOffer of={kept} what={w.draftEdited} />
      <FormBody draft={draft} change={setDraft} action={w.review} back={back} order={order} />
      {review !== undefined && !stale && (
        <ReviewDialog
          order={order}
          changes={review}
          questions={questionsOf(draft, draftOf(order))}
          onClose={() => setReview(undefined)}
          sending={saving}
          save={() => save(order.version)}
        />
      )}
      {stale && (
        <Dialog title={w.staleTitle} onClose={() => setStale(false)}>
          <p>{w.staleWhat}</p>
          <div class="actions">
            <button type="button" onClick={startAgain}>
              {w.reload}
            </button>
            <ActButton sending={saving} class="danger" act={() => save()}>
              {w.overwrite}
            </ActButton>
          </div>
        </Dialog>
      )}
    </Form>
  );
}
