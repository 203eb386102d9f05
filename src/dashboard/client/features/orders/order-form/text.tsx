import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { AreaField, TextField } from '../../../ui/field.tsx';
import { phoneTyped } from '../../../ui/phone-typed.ts';
import { useMended } from '../../../ui/use-mended.ts';
import type { Fields } from './order-fields.ts';

interface TextProps {
  /** The path of the field in the server's model. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
  readonly keyboard?: 'tel' | 'email' | 'decimal' | undefined;
  readonly required?: boolean;
  readonly long?: boolean;
  readonly hint?: string;
}

export function Text({ set, keyboard = undefined, long = false, ...field }: TextProps) {
  useMended(field.name, field.value);
  const shared = { ...field, long, autocomplete: 'off' } as const;
  if (long) return <AreaField {...shared} rows={2} onInput={({ currentTarget }) => set(currentTarget.value)} />;
  const kind = keyboard === 'tel' ? phoneTyped(set) : { inputMode: keyboard };
  return <TextField {...shared} {...kind} onInput={({ currentTarget }) => set(currentTarget.value)} />;
}

export const fieldIn = (of: string, fields: Fields, set: (fields: Fields) => void) => (name: string) => ({
  name: `${of}.${name}`,
  value: fields[name] ?? '',
  set: (text: string) => set({ ...fields, [name]: text }),
});

interface FoldProps {
  readonly title: string;
  /** True if the fields have content. Fields with content stay open. */
  readonly isFilled: boolean;
  readonly children: ComponentChildren;
}

export function Fold({ title, isFilled, children }: FoldProps) {
  const wasFilled = useRef(isFilled);
  wasFilled.current ||= isFilled;
  return (
    <details class="order-form-fold" open={wasFilled.current}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
