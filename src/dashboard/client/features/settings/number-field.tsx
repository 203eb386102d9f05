import type { ComponentProps } from 'preact';
import { TextField } from '../../ui/field.tsx';

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'onInput'> {
  readonly value: number;
  readonly set: (value: number) => void;
}

/** A required whole number; anything else, such as an empty field, sets nothing. */
export const NumberField = ({ set, ...rest }: NumberFieldProps) => (
  <TextField
    {...rest}
    type="number"
    inputMode="numeric"
    required
    onInput={({ currentTarget: { valueAsNumber: value } }) => {
      if (Number.isInteger(value)) set(value);
    }}
  />
);
