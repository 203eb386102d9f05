import { useState } from 'preact/hooks';
import { moneyText, parseNumber } from '../../data/plain-values.ts';
import { sum } from '../../data/sum.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { day, money } from '../../ui/format.ts';
import { Pairs } from '../../ui/pairs.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { cashOf } from './till-cash.ts';
import { closeDay, readSum, type Till } from './till-data.ts';

interface TillFormProps {
  readonly till: Till;
  readonly isCash: (method: Till['methods'][number]) => boolean;
  /** Called after the day was closed, and after a refusal, because the figures may have changed. */
  readonly closed: (isDone: boolean) => void;
}

export function TillForm({ till, isCash, closed }: TillFormProps) {
  const w = words.value.till;
  const [opening, setOpening] = useState(moneyText(till.opening));
  const [counted, setCounted] = useState('');
  const { received, refunded } = cashOf(till, isCash);
  const expected = sum([parseNumber(opening) ?? 0, received, -refunded]);
  const found = parseNumber(counted);
  const unnamed = till.methods.find((one) => one.name === '' && one.received > 0 && !isCash(one));
  const form = useForm(async (text) => {
    const body = {
      day: till.day,
      opening: readSum('opening', opening),
      counted: readSum('counted', counted),
      expected,
      after: till.closes[0]?.id ?? null,
      note: text('note'),
      // Sends only the choices that changed. Somebody else may have changed the others by closing another day.
      methods: till.methods.flatMap((one) =>
        one.name === null || isCash(one) === one.isCash ? [] : [{ name: one.name, isCash: isCash(one) }],
      ),
    };
    await closeDay(body).catch((error: unknown) => {
      closed(false);
      throw error;
    });
    say(w.closed(day(till.day)));
    closed(true);
  });
  return (
    <GuardedForm of={form} class="narrow-form">
      <h2>{w.count}</h2>
      <TextField
        name="opening"
        label={w.opening}
        hint={w.openingHint}
        value={opening}
        onInput={({ currentTarget }) => setOpening(currentTarget.value)}
        inputMode="decimal"
      />
      <Pairs
        class="payment-till-sums"
        of={[
          [w.cashReceived, money(received)],
          [w.cashRefunded, money(refunded)],
          [w.expected, money(expected)],
        ]}
      />
      {unnamed !== undefined && <p class="meta">{w.unnamed(money(unnamed.received))}</p>}
      <TextField
        name="counted"
        label={w.counted}
        value={counted}
        onInput={({ currentTarget }) => setCounted(currentTarget.value)}
        inputMode="decimal"
      />
      <p class="payment-till-difference" role="status">
        {found !== undefined && <Difference of={sum([found, -expected])} />}
      </p>
      <AreaField name="note" label={w.note} rows={2} maxLength={500} />
      <FormActions action={till.closes.length === 0 ? w.close : w.again} />
    </GuardedForm>
  );
}

/** Words show the difference, because a sign or a color alone is easily misread. */
export function Difference({ of }: { readonly of: number }) {
  const w = words.value.till;
  if (of === 0) return <Chip tone="good">{w.even}</Chip>;
  return <Chip tone={of < 0 ? 'bad' : 'busy'}>{(of < 0 ? w.short : w.over)(money(Math.abs(of)))}</Chip>;
}
