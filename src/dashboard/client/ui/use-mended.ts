import { useEffect } from 'preact/hooks';
import { useFormAround } from './form.tsx';

/** Forgets what was wrong with a field once its value is another, no matter who has filled it in. */
export function useMended(name: string, value: string): void {
  const form = useFormAround();
  useEffect(() => form?.mend(name), [value]);
}
