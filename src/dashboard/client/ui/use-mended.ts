import { useEffect } from 'preact/hooks';
import { useFormAround } from './form.tsx';

/** Clears the error of a field when a person or code changes its value. */
export function useMended(name: string, value: string): void {
  const form = useFormAround();
  useEffect(() => form?.mend(name), [value]);
}
