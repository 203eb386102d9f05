import type { InputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { fileWords } from '../words/file-words.ts';

type Attribute =
  | 'id'
  | 'name'
  | 'accept'
  | 'capture'
  | 'required'
  | 'disabled'
  | 'onClick'
  | 'aria-invalid'
  | 'aria-describedby'
  | 'aria-label';

type FileBoxProps = Pick<InputHTMLAttributes, Attribute> & {
  /** Receives the chosen file, or undefined after the user has removed the file. */
  readonly chosen?: (file: File | undefined) => void;
  /** True if a file is used at once. Its name is then not shown, and the same file can be chosen again. */
  readonly atOnce?: boolean;
};

/** Shows a file field in the reader's language, because the browser's own texts are in the browser's language. */
export function FileBox({ chosen, atOnce = false, ...rest }: FileBoxProps) {
  const [name, setName] = useState<string>();
  const w = fileWords.value;
  return (
    <span class="file-box">
      <input
        {...rest}
        type="file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (atOnce) currentTarget.value = '';
          else setName(file?.name);
          chosen?.(file);
        }}
      />
      <span aria-hidden="true">
        <strong>{rest['aria-label'] ?? w.choose}</strong>{' '}
        {rest.capture === undefined && (
          <span class={name === undefined ? 'meta file-drop' : 'meta'}>{name ?? w.drop}</span>
        )}
      </span>
    </span>
  );
}
