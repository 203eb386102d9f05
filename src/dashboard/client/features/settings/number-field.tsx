import type { ComponentProps } from 'preact';
import { TextField } from '../../ui/field.tsx';

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'onInput'> {
  readonly value: number;
  readonly set: (value: number) => void;
}

/** Asks for a required whole number. Anything else, such as an empty field, does not call `set`. */
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
