import type { FormHTMLAttributes } from 'preact';
import { type Sending, useSending } from './sending.ts';

export interface SentForm extends Sending {
  readonly submit: (event: SubmitEvent) => void;
}

type Send = (text: (name: string) => string, form: HTMLFormElement) => Promise<unknown>;

/** A form that sends once, whatever is pressed twice. @param send gets the form's fields by name, and the form itself */
export const useForm = (send: Send): SentForm => formOf(useSending(), send);

/** The same where buttons beside the form have a part in it: one thing of theirs is at work at a time. */
export function formOf(sending: Sending, send: Send): SentForm {
  return {
    ...sending,
    submit(event) {
      event.preventDefault();
      const form = event.currentTarget;
      if (!(form instanceof HTMLFormElement)) return;
      const fields = new FormData(form);
      sending.begin(() => send((name) => String(fields.get(name) ?? ''), form));
    },
  };
}

type FormProps = FormHTMLAttributes<HTMLFormElement> & { readonly of: SentForm };

/** The only `form` of these pages. While it is under way its button shows that (app.css). */
export const Form = ({ of, ...rest }: FormProps) => <form {...rest} aria-busy={of.busy} onSubmit={of.submit} />;
