import type { InputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { fileWords } from '../words/file-words.ts';

type Attribute = 'id' | 'name' | 'accept' | 'required' | 'disabled' | 'onClick' | 'aria-invalid' | 'aria-describedby';

type FileBoxProps = Pick<InputHTMLAttributes, Attribute> & {
  /** Undefined: none any more. */
  readonly chosen?: (file: File | undefined) => void;
};

/**
 * A field for a file, in the reader's language: the browser's own says in the browser's that none is chosen. It is the
 * browser's all the same, drawn over: a file can be dropped on it, and keys and readers aloud find what they know.
 */
export function FileBox({ chosen, ...rest }: FileBoxProps) {
  const [name, setName] = useState<string>();
  const w = fileWords.value;
  return (
    <span class="file-box">
      <input
        {...rest}
        type="file"
        onChange={({ currentTarget: { files } }) => {
          setName(files?.[0]?.name);
          chosen?.(files?.[0]);
        }}
      />
      <span aria-hidden="true">
        <strong>{w.choose}</strong> <span class={name === undefined ? 'meta file-drop' : 'meta'}>{name ?? w.drop}</span>
      </span>
    </span>
  );
}
