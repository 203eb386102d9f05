import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ask } from '../../../data/api.ts';
import { workspaceId } from '../../../data/me.ts';
import { isRefusal, Refusal } from '../../../data/refusal.ts';
import { sum } from '../../../data/sum.ts';
import { useDraft } from '../../../data/use-draft.ts';
import { loadOrder, type OrderData, ordersOf } from '../../../parts/orders.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { localDay, money } from '../../../ui/format.ts';
import { Crumb, PageTitle } from '../../../ui/page-title.tsx';
import { useSending } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { words } from '../../../words/words.ts';
import { Listeners } from '../listeners.tsx';
import { WithOrder } from '../with-order.tsx';
import { ClashDialog, mergedWords } from './clash-dialog.tsx';
import { Differences } from './difference-words.tsx';
import { type Difference, differencesOf, type Merge, merge } from './differences.ts';
import { type Draft, keptOrder, totalOf, wrongItems } from './draft.ts';
import { FormBody } from './form-body.tsx';
import { FoundDraft } from './found-draft.tsx';
import { changesOf, contentOf, editDraftOf } from './order-draft.ts';
import { trimmed } from './order-fields.ts';
import { questionsOf } from './order-questions.ts';
import { loadPhoneCheck } from './phone-check.ts';
import { type AskDialogProps, Questions } from './questions.tsx';

export const EditOrderPage = () => <WithOrder>{(order) => <EditForm opened={order} />}</WithOrder>;

const IN_DATA = /^data\./;

const inForm = (problem: unknown): unknown =>
  problem instanceof Refusal
    ? problem.of(problem.fields.map((field) => ({ ...field, path: field.path.replace(IN_DATA, '') })))
    : problem;

function patchOf(draft: Draft, order: OrderData) {
  const num = trimmed(draft.num, order.num);
  return { ...changesOf(contentOf(draft, order), order), ...(num === order.num || num === '' ? {} : { num }) };
}

/** An order, and the draft that the form was filled with. */
interface EditBase {
  readonly order: OrderData;
  readonly base: Draft;
}

interface ForeignChange {
  readonly order: OrderData;
  /** The version of the order that the draft began with. */
  readonly since: number;
  readonly merge: Merge;
}

interface KeptEdit {
  readonly formId: string;
  readonly draft: Draft;
  /** The order at the time when the draft began. */
  readonly base: Draft;
}

function keptEdit(kept: unknown): KeptEdit | undefined {
  const found = keptOrder(kept);
  const base = keptOrder({ formId: '', draft: (kept as Partial<KeptEdit> | null | undefined)?.base });
  return found === undefined || base === undefined ? undefined : { ...found, base: base.draft };
}

function useEdit(opened: OrderData) {
  const [ground, setGround] = useState<EditBase>(() => ({ order: opened, base: editDraftOf(opened) }));
  const [draft, setDraft] = useState(ground.base);
  const [meanwhile, setMeanwhile] = useState<ForeignChange>();
  const stand = (on: EditBase, next: Draft): void => {
    setGround(on);
    setDraft(next);
    setMeanwhile(undefined);
  };
  return {
    ground,
    draft,
    setDraft,
    meanwhile,
    stand,
    later: () => setMeanwhile(undefined),
    /**
     * Merges a kept draft with the latest version of the order.
     * @returns the new base and draft; undefined if the user must first choose between clashing values
     */
    meet(latest: OrderData, mine: KeptEdit): { readonly on: EditBase; readonly draft: Draft } | undefined {
      const merged = merge(mine.base, mine.draft, editDraftOf(latest));
      const since = Number(mine.formId);
      if (merged.clashes.length > 0) {
        setDraft(mine.draft);
        setMeanwhile({ order: latest, since, merge: merged });
        return undefined;
      }
      const both = { on: { order: latest, base: merged.latest }, draft: merged.draft({}) };
      stand(both.on, both.draft);
      const said = mergedWords(merged, latest, since);
      if (said !== undefined) say(said);
      return both;
    },
  };
}

function useKeptEdit(edit: ReturnType<typeof useEdit>, opened: OrderData) {
  const { draft, setDraft } = edit;
  const { order, base } = edit.ground;
  const kept = useDraft<KeptEdit>({
    name: `edit-order ${workspaceId()} ${order.id}`,
    value: useMemo(() => ({ formId: String(order.version), draft, base }), [order, draft, base]),
    fill: (found) => void edit.meet(opened, found),
    read: keptEdit,
  });
  const startAgain = (): void => {
    kept.drop(true);
    setDraft(base);
    say(words.value.orderForm.draftDropped, () => setDraft(draft));
  };
  return { ...kept, startAgain };
}

function EditForm({ opened }: { readonly opened: OrderData }) {
  const edit = useEdit(opened);
  const { ground, draft, meanwhile } = edit;
  const { order, base } = ground;
  const [review, setReview] = useState<Review>();
  const saving = useSending();
  const { route } = useLocation();
  const { orderForm: w, orders } = words.value;
  const back = `/app/orders/${order.id}`;
  useTitle(w.formEdit(order.num));
  const kept = useKeptEdit(edit, opened);
  const showChanges = async (): Promise<void> => {
    const questions = questionsOf(draft, localDay(), await loadPhoneCheck(), base);
    setReview({ differences: differencesOf(base, draft), questions });
  };
  const look = useForm(showChanges, saving, () => wrongItems(draft.items));
  const save = async (changed: Draft, on: EditBase): Promise<void> => {
    const { id, version } = on.order;
    try {
      const data = patchOf(changed, on.order);
      if (Object.keys(data).length > 0) await ask(ordersOf()({ id }).update.post({ version, data }));
      kept.drop();
      route(back);
    } catch (problem) {
      setReview(undefined);
      if (!isRefusal(problem, 'precondition_failed')) throw inForm(problem);
      const { order: latest } = await loadOrder(id);
      const both = edit.meet(latest, { formId: String(version), base: on.base, draft: changed });
      if (both !== undefined) await save(both.draft, both.on);
    }
  };
  return (
    <Form of={look} class="order-form">
      <Crumb to={back}>
        {orders.order} {order.num}
      </Crumb>
      <PageTitle>{w.formEdit(order.num)}</PageTitle>
      <WrittenOff order={order} />
      {kept.isFound && <FoundDraft what={w.draftEdited} startAgain={kept.startAgain} />}
      <FormBody draft={draft} change={edit.setDraft} action={w.review} back={back} order={order} />
      {review !== undefined && (
        <ReviewDialog
          {...review}
          totals={{ from: order.price, to: totalOf(draft), paid: order.paidAmount }}
          onClose={() => setReview(undefined)}
          sending={saving}
          save={() => save(draft, ground)}
        />
      )}
      {meanwhile !== undefined && (
        <ClashDialog
          of={meanwhile}
          sending={saving}
          save={async (chosen) => {
            const on = { order: meanwhile.order, base: meanwhile.merge.latest };
            edit.stand(on, chosen);
            await save(chosen, on);
          }}
          onClose={edit.later}
        />
      )}
    </Form>
  );
}

/** Tells the user that changing the items no longer changes the stock. */
function WrittenOff({ order: { writeOff } }: { readonly order: OrderData }) {
  const w = words.value.stock;
  if (writeOff === null) return null;
  return <p class="note">{writeOff.movements.length === 0 ? w.editAfterNothing : w.editAfter}</p>;
}

/** An order's total in roubles, before and after a change, and the sum that was paid. */
interface Totals {
  readonly from: number;
  readonly to: number;
  readonly paid: number;
}

interface ReviewDialogProps extends AskDialogProps {
  readonly differences: readonly Difference[];
  readonly totals: Totals;
}

type Review = Pick<ReviewDialogProps, 'differences' | 'questions'>;

function ReviewDialog({ differences, questions, totals, onClose, sending, save }: ReviewDialogProps) {
  const w = words.value.orderForm;
  return (
    <Dialog title={w.reviewTitle} onClose={onClose}>
      <Questions of={questions} />
      {differences.length === 0 && <p>{w.noChanges}</p>}
      <Differences of={differences} />
      {totals.from !== totals.to && <NewTotal {...totals} />}
      {differences.length > 0 && <Listeners type="order.updated" />}
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        {differences.length > 0 && (
          <ActButton sending={sending} class="main" act={save}>
            {questions.length > 0 ? words.value.orderForm.saveAnyway : words.value.save}
          </ActButton>
        )}
      </div>
    </Dialog>
  );
}

function NewTotal({ from, to, paid }: Totals) {
  const { orders, payments: m } = words.value;
  const left = sum([to, -paid]);
  return (
    <p>
      {orders.total}: <del>{money(from)}</del> <strong>{money(to)}</strong>
      {paid > 0 && left !== 0 && `, ${left > 0 ? m.stillLeft(money(left)) : `${m.toRefund}: ${money(-left)}`}`}
    </p>
  );
}
