import type { ComponentProps } from 'preact';
import { TextField } from '../../ui/field.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'onInput'>;

interface NumberFieldProps extends FieldProps {
  readonly value: number;
  readonly set: (value: number) => void;
}

/** Shows a field for a number. An empty field does not call `set`. */
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

export const ShortNumber = (props: Omit<FieldProps, 'class'>) => (
  <TextField {...props} class="settings-short" type="number" inputMode="numeric" />
);
