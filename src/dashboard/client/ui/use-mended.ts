import { useEffect } from 'preact/hooks';
import { useFormAround } from './form.tsx';

/** Clears the error of a field once its value changes, by typing or by code. */
export function useMended(name: string, value: string): void {
  const form = useFormAround();
  useEffect(() => form?.mend(name), [value]);
}
