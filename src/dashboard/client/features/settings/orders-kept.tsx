import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { count, moment, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { ShortNumber } from './number-field.tsx';
import { loadOrdersKept, type OrderRetention, ordersKeptOf, typedNumber } from './workspace-data.ts';

/** Closed orders are kept without a limit unless the owners set one. */
export function OrdersKeptSection() {
  const { data, error, reload } = useLoaded(loadOrdersKept, workspaceId());
  const w = pageWords.value.retention;
  return (
    <section aria-labelledby="orders-kept-title">
      <h2 id="orders-kept-title">{w.orders}</h2>
      <p class="lead">{w.ordersWhat}</p>
      <Problem error={error} retry={reload} />
      {data !== undefined && (
        <>
          <p>{data.years === null ? w.keptAll : plural(data.years, w.keptYears)}</p>
          {data.beginsAt !== null && Date.parse(data.beginsAt) > Date.now() && (
            <p class="note">{w.begins(moment(data.beginsAt))}</p>
          )}
          <YearsForm key={String(data.years)} kept={data} saved={reload} />
        </>
      )}
    </section>
  );
}

function YearsForm({ kept, saved }: { readonly kept: OrderRetention; readonly saved: () => void }) {
  const w = pageWords.value.retention;
  const bounds = [count(kept.bounds.least), count(kept.bounds.most)] as const;
  const [asked, setAsked] = useState<number>();
  const save = async (years: number | null): Promise<void> => {
    await ask(ordersKeptOf().post({ years }));
    saved();
  };
  const form = useForm(async (text) => {
    const years = typedNumber(text('years'));
    const isGood = years === null || (years !== undefined && years >= kept.bounds.least && years <= kept.bounds.most);
    if (!isGood) throw wrongField('years', w.yearsWrong(...bounds));
    if (years === kept.years) return;
    // Keeping orders without a limit needs no confirmation. Any other change first shows its effects.
    if (years === null) await save(null);
    else setAsked(years);
  });
  return (
    <>
      <GuardedForm of={form} class="narrow-form">
        <ShortNumber name="years" label={w.years} hint={w.yearsHint(...bounds)} defaultValue={kept.years ?? ''} />
        <FormActions action={w.next} quiet />
      </GuardedForm>
      {asked !== undefined && (
        <FormDialog
          title={w.sureTitle}
          effects={[plural(asked, w.keptYears), ...w.sure]}
          action={w.sureVerb}
          danger
          send={() => save(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
