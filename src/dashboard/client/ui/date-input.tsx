import { fieldInWords } from './format.ts';

interface DateInputProps {
  readonly label: string;
  readonly type: 'date' | 'datetime-local';
  readonly value: string;
  readonly set: (value: string) => void;
}

/** A date that narrows something down at once, and the same in the workspace's way below it. */
export const DateInput = ({ label, type, value, set }: DateInputProps) => (
  <label>
    {label}
    <input type={type} value={value} onChange={({ currentTarget }) => set(currentTarget.value)} />
    <span class="meta" aria-hidden="true">
      {fieldInWords(value)}
    </span>
  </label>
);
