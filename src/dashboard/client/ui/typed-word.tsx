import { TextField } from './field.tsx';

interface TypedWordProps {
  /** The label of the field. */
  readonly label: string;
  readonly word: string;
  readonly typed: (isRight: boolean) => void;
}

/** A word to type before a permanent deletion, so that a slip of the finger cannot cause it. */
export const TypedWord = ({ label, word, typed }: TypedWordProps) => (
  <TextField
    name="word"
    label={label}
    onInput={({ currentTarget }) => typed(currentTarget.value.trim() === word.trim())}
    autofocus
    autocomplete="off"
    spellcheck={false}
  />
);
