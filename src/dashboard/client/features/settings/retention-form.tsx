import { ask } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { count, moment } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { ShortNumber } from './number-field.tsx';
import { loadRetention, type RetentionFacts, retentionOf, typedNumber } from './workspace-data.ts';

const FIELDS = ['eventsDays', 'attempts', 'callsDays', 'mailsDays', 'sessionsDays'] as const;
type FieldName = (typeof FIELDS)[number];

export function RetentionSection() {
  const { data, error, reload } = useLoaded(loadRetention, '');
  const w = pageWords.value.retention;
  return (
    <section aria-labelledby="retention-title">
      <h2 id="retention-title">{w.title}</h2>
      <p class="lead">{w.what}</p>
      <Problem error={error} retry={reload} />
      {data !== undefined && (
        <>
          {data.judgedAt !== null && <p class="settings-warning">{w.behind(moment(data.judgedAt))}</p>}
          <RetentionForm facts={data} saved={reload} />
        </>
      )}
    </section>
  );
}

function RetentionForm({ facts, saved }: { readonly facts: RetentionFacts; readonly saved: () => void }) {
  const form = useForm(async (text) => {
    // A number field contains a number or nothing. The server reports numbers out of bounds.
    const typed = FIELDS.map((field) => [field, typedNumber(text(field)) ?? null] as const);
    const changed = typed.filter(([field, value]) => value !== facts.kept[field]);
    if (changed.length === 0) return;
    await ask(retentionOf().post(Object.fromEntries(changed)));
    saved();
  });
  const w = pageWords.value.retention;
  return (
    <GuardedForm of={form} class="narrow-form">
      {FIELDS.map((field) => (
        <Limit key={field} field={field} facts={facts} />
      ))}
      <FormActions action={words.value.save} done={w.saved} />
    </GuardedForm>
  );
}

function Limit({ field, facts }: { readonly field: FieldName; readonly facts: RetentionFacts }) {
  const { least, most, mayStay } = facts.bounds[field];
  const w = pageWords.value.retention;
  const hint = (mayStay ? w.boundsOrAll : w.bounds)(count(least), count(most));
  return (
    <ShortNumber
      name={field}
      label={w.fields[field]}
      hint={hint}
      min={least}
      max={most}
      required={!mayStay}
      defaultValue={facts.kept[field] ?? ''}
    />
  );
}
