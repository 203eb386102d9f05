import { useEffect, useRef } from 'preact/hooks';
import { scaledPicture } from '../../data/scaled-picture.ts';
import { Field } from '../../ui/field.tsx';
import { FileBox } from '../../ui/file-box.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import type { Sending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';

interface PictureFieldProps {
  /** The address of the picture that the form shows; undefined for no picture. */
  readonly shown: string | undefined;
  readonly scaling: Sending;
  /** @param picture a `data:` URL; null for none */
  readonly put: (picture: string | null) => void;
}

export function PictureField({ shown, scaling, put }: PictureFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const problemOf = useFieldProblems(scaling.error);
  const w = words.value.stock;
  const take = (file: File | undefined): void => {
    if (file !== undefined) scaling.begin(async () => put(await scaledPicture(file, { path: 'picture' })));
  };
  usePasted(take);
  const remove = (): void => {
    // The pressed button disappears, so the focus moves to the file field.
    box.current?.querySelector('input')?.focus();
    put(null);
  };
  return (
    <div ref={box} class="stock-picture-field" aria-busy={scaling.busy}>
      <Field name="picture" label={w.picture} hint={w.pictureHint} problem={problemOf('picture')}>
        {({ name: _, ...tied }) => (
          <span class="stock-picture-ways">
            <FileBox {...tied} atOnce accept="image/png,image/jpeg,image/webp" chosen={take} />
            <FileBox atOnce accept="image/*" capture="environment" aria-label={w.takePhoto} chosen={take} />
          </span>
        )}
      </Field>
      {shown !== undefined && (
        <p class="line">
          <img class="product-picture product-picture-large" src={shown} alt={w.picture} />
          <button type="button" class="quiet danger" onClick={remove}>
            {w.removePicture}
          </button>
        </p>
      )}
    </div>
  );
}

/**
 * Takes a picture that is pasted anywhere in the form. Cells copied from a table also contain a picture, but are pasted
 * as text.
 */
function usePasted(take: (file: File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const [file] = event.clipboardData?.files ?? [];
      if (file === undefined || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
