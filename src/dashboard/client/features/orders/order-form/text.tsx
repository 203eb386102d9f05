import { AreaField, TextField } from '../../../ui/field.tsx';
import { fieldInWords } from '../../../ui/format.ts';
import { useMended } from '../../../ui/use-mended.ts';

interface TextProps {
  /** The path by which the server knows it. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
  readonly type?: 'text' | 'date' | 'time';
  readonly keyboard?: 'tel' | 'email' | 'decimal' | undefined;
  readonly required?: boolean;
  readonly long?: boolean;
  readonly hint?: string;
}

/** A field of an order, one line or several. */
export function Text({ set, keyboard = undefined, long = false, type = 'text', ...field }: TextProps) {
  useMended(field.name, field.value);
  // As high where it is empty, so that the fields beside it stay where they are.
  const hint = type === 'text' ? field.hint : fieldInWords(field.value) || '\u00a0';
  const shared = { ...field, hint, long, autocomplete: 'off' } as const;
  if (long) return <AreaField {...shared} rows={2} onInput={({ currentTarget }) => set(currentTarget.value)} />;
  return (
    <TextField {...shared} type={type} inputMode={keyboard} onInput={({ currentTarget }) => set(currentTarget.value)} />
  );
}
