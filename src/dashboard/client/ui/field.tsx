import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { useFormAround } from './form.tsx';
import { focusFirst } from './guest-parts.tsx';
import { useFieldWords } from './problem/use-told.ts';

interface ControlTies {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

export interface FieldProps {
  /** The path of the field in the server's model, such as `client.phone`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** True if the field is as wide as its form. */
  readonly long?: boolean | undefined;
  /** An error in this field, found before the form is sent. */
  readonly problem?: string | undefined;
  readonly children: (tied: ControlTies) => ComponentChildren;
}

/** Returns the error in a field of the surrounding form, in the reader's language; empty while the words load. */
function useProblem(path: string): string | undefined {
  const form = useFormAround();
  const field = form?.wrong.find((one) => one.path === path);
  const { belowField } = useFieldWords(field !== undefined);
  useEffect(() => {
    const own = {};
    form?.shown.set(own, path);
    return () => {
      form?.shown.delete(own);
    };
  }, [path]);
  return field && belowField(field);
}

export function Field({ name, label, hint, long = false, problem, children }: FieldProps) {
  const id = useId();
  const refused = useProblem(name) ?? problem;
  const describedBy = `${hint === undefined ? '' : `${id}-hint `}${id}-problem`;
  return (
    <div class={long ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {children({ id, name, 'aria-invalid': refused !== undefined, 'aria-describedby': describedBy })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="meta">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} class="field-problem" role="alert">
        {refused}
      </p>
    </div>
  );
}

const control = (rest: object, tied: ControlTies): object => {
  const { 'aria-describedby': more = '' } = { 'aria-describedby': '', ...rest };
  return { ...rest, ...tied, 'aria-describedby': `${more} ${tied['aria-describedby']}`.trim() };
};

type Plain<Attributes> = Omit<FieldProps, 'children'> &
  Omit<Attributes, 'name' | 'label' | 'id' | 'role' | 'children'> & { readonly children?: ComponentChildren };

type TextProps = Plain<InputHTMLAttributes> & {
  readonly list?: string;
};

/** Shows a field of one line. By default, the browser does not suggest texts typed into other forms. */
export function TextField({ name, label, hint, long, problem, autofocus = false, ...rest }: TextProps) {
  const typed = { autocomplete: 'off', ...rest };
  return (
    <Field name={name} label={label} hint={hint} long={long} problem={problem}>
      {(tied) => <input {...control(typed, tied)} ref={autofocus === true ? focusFirst : null} />}
    </Field>
  );
}

type AreaProps = Plain<TextareaHTMLAttributes>;

export const AreaField = ({ name, label, hint, long, problem, autofocus = false, ...rest }: AreaProps) => (
  <Field name={name} label={label} hint={hint} long={long} problem={problem}>
    {(tied) => <textarea {...control(rest, tied)} ref={autofocus === true ? focusFirst : null} />}
  </Field>
);

export const ChoiceField = ({ name, label, hint, long, problem, ...rest }: Plain<SelectHTMLAttributes>) => (
  <Field name={name} label={label} hint={hint} long={long} problem={problem}>
    {/* biome-ignore lint/plugin: a choice within a form sends nothing by itself. */}
    {(tied) => <select {...control(rest, tied)} />}
  </Field>
);

interface RadiosProps extends Pick<FieldProps, 'name' | 'label' | 'hint'> {
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** The value that is chosen at first. Undefined chooses none, and the form then requires a choice. */
  readonly value: string | undefined;
  /** Called with the chosen value; if undefined, only the form records the choice. */
  readonly choose?: (value: string) => void;
}

export const Radios = ({ name, label, hint, options, value, choose }: RadiosProps) => (
  <Choices name={name} label={label} class="radios">
    {options.map((one) => (
      <label key={one.value} class="check">
        <input
          type="radio"
          name={name}
          value={one.value}
          required={value === undefined}
          {...(choose === undefined
            ? { defaultChecked: one.value === value }
            : { checked: one.value === value, onChange: () => choose(one.value) })}
        />{' '}
        {one.text}
      </label>
    ))}
    {hint !== undefined && <p class="meta">{hint}</p>}
  </Choices>
);

interface ChoicesProps extends Pick<FieldProps, 'name' | 'label'> {
  readonly class?: string;
  /** True if only screen readers get the label. */
  readonly quiet?: boolean;
  readonly children: ComponentChildren;
}

export function Choices({ name, label, class: className, quiet = false, children }: ChoicesProps) {
  const id = useId();
  const refused = useProblem(name);
  return (
    <fieldset class={className} data-wrong={refused !== undefined} aria-describedby={id}>
      <legend class={quiet ? 'unseen' : undefined}>{label}</legend>
      {children}
      <p id={id} class="field-problem" role="alert">
        {refused}
      </p>
    </fieldset>
  );
}
