import { TextField } from './field.tsx';

interface TypedWordProps {
  /** Names the word. */
  readonly label: string;
  readonly word: string;
  readonly typed: (isRight: boolean) => void;
}

/** A word to type before a deletion for good: no slip of the finger does that. */
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
