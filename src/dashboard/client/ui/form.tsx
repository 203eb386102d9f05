import { createContext, type FormHTMLAttributes } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Refusal, type RefusedField } from '../data/refusal.ts';
import { type Sending, useSending } from './sending.ts';

export interface SentForm extends Sending {
  readonly submit: (event: SubmitEvent) => void;
  /** Errors in fields that have not changed since the form was sent. */
  readonly wrong: readonly RefusedField[];
  /** A problem that belongs to no field; undefined if there is none. */
  readonly whole: unknown;
  /**
   * Maps each mounted field that shows its own error to the field's path (field.tsx). While rows of a table are
   * replaced, two fields share a path. A set of paths would lose that path when the first field is removed.
   */
  readonly shown: Map<object, string>;
  /** Called when a field changes, because its error no longer applies. */
  readonly mend: (path: string) => void;
}

/** @param text returns the value of a field, or of the pressed button, by its name */
export type SendForm<T> = (text: (name: string) => string, form: HTMLFormElement) => Promise<T>;

/**
 * Returns a form that is sent only once, even if its button is pressed twice. Typed text stays after an error.
 * @param sending shared with buttons outside the form, so that only one of them works at a time
 * @param check returns errors that the browser does not find, so that all errors show at once
 */
export function useForm(
  send: SendForm<unknown>,
  sending: Sending = useSending(),
  check?: () => readonly RefusedField[],
): SentForm {
  const { error } = sending;
  const { current: shown } = useRef(new Map<object, string>());
  const [mended, setMended] = useState<readonly RefusedField[]>([]);
  const refusal = error instanceof Refusal && error.fields.length > 0 ? error : undefined;
  const wrong = refusal?.fields.filter((field) => !mended.includes(field)) ?? [];
  const others = wrong.filter(({ path }) => ![...shown.values()].includes(path));
  return {
    ...sending,
    wrong,
    shown,
    whole: others.length > 0 ? refusal?.of(others) : refusal === undefined ? error : undefined,
    mend(path) {
      if (sending.isDone) sending.reset();
      const now = wrong.filter((field) => field.path === path);
      if (now.length > 0) setMended((before) => [...before, ...now]);
    },
    submit(event) {
      event.preventDefault();
      const form = event.currentTarget;
      if (!(form instanceof HTMLFormElement)) return;
      const typed = new FormData(form, event.submitter);
      sending.begin(async () => {
        // This code loads only when it is needed, because most forms have no errors.
        const more = check?.();
        if (!form.checkValidity() || more?.[0]) (await import('./problem/invalid.ts')).refuseInvalid(form, shown, more);
        return send((name) => String(typed.get(name) ?? ''), form);
      });
    },
  };
}

const Context = createContext<SentForm | undefined>(undefined);

export const useFormAround = (): SentForm | undefined => useContext(Context);

type FormProps = FormHTMLAttributes<HTMLFormElement> & { readonly of: SentForm };

/**
 * Renders the `form` element of a form that calls the server. During the call, the submit button looks busy
 * (button.css). The first field with an error gets the focus.
 */
export function Form({ of, onInput, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  // biome-ignore lint/plugin: it fetches code, which has no stale answer.
  useEffect(() => {
    if (of.wrong.length > 0) void import('./problem/invalid.ts').then(({ showFirst }) => showFirst(ref.current));
  }, [of.error]);
  return (
    <Context.Provider value={of}>
      {/* biome-ignore lint/plugin: this is the form that all others use. */}
      <form
        {...rest}
        ref={ref}
        noValidate
        aria-busy={of.busy}
        // biome-ignore lint/plugin: this is the form that all others use.
        onSubmit={of.submit}
        onInput={(event) => {
          if (event.target instanceof Element) of.mend(event.target.getAttribute('name') ?? '');
          onInput?.(event);
        }}
      />
    </Context.Provider>
  );
}
