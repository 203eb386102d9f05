import { TextField } from './field.tsx';

export interface TypedWordProps {
  readonly label: string;
  /** The accepted word, or several of them. Case does not matter. */
  readonly word: string | readonly string[];
  readonly typed: (isRight: boolean) => void;
}

const plain = (text: string): string => text.trim().toUpperCase();

/** Asks for a word before a permanent deletion, so that a slip of the finger cannot cause it. */
export const TypedWord = ({ label, word, typed }: TypedWordProps) => (
  <TextField
    name="word"
    label={label}
    onInput={({ currentTarget }) => typed([word].flat().map(plain).includes(plain(currentTarget.value)))}
    autofocus
    spellcheck={false}
  />
);
