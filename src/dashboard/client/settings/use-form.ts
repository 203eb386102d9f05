import { useState } from 'preact/hooks';
import { Refusal } from '../api.ts';

export interface SentForm {
  readonly error: unknown;
  readonly isDone: boolean;
  readonly busy: boolean;
  /** Sends what the form holds; its fields by name. */
  readonly submit: (event: SubmitEvent) => void;
  /** What was said before holds no more. */
  readonly reset: () => void;
}

/** A form that stands on a page: says that it was saved, or what is wrong. */
export function useForm(send: (text: (name: string) => string) => Promise<unknown>): SentForm {
  const [error, setError] = useState<unknown>();
  const [isDone, setIsDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const reset = (): void => {
    setError(undefined);
    setIsDone(false);
  };
  return {
    ...{ error, isDone, busy, reset },
    submit(event) {
      event.preventDefault();
      if (!(event.currentTarget instanceof HTMLFormElement)) return;
      const form = new FormData(event.currentTarget);
      reset();
      setBusy(true);
      send((name) => String(form.get(name) ?? ''))
        .then(() => setIsDone(true), setError)
        .finally(() => setBusy(false));
    },
  };
}

/** Which rule a field broke, for the page that words it; undefined when nothing is wrong with it. */
export function ruleOf(error: unknown, path: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const field = error.fields.find((one) => one.path === path);
  return field === undefined ? undefined : field.rule || path;
}
