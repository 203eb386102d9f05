import { fitsChars, validationFailed } from '../base/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { getInquiry, saveInquiry } from './inquiry.ts';

const NOTE_CHARS = 4_000;

/** Adds a note, which can never be changed. Returns the inquiry's version. @throws not_found, validation_failed */
export async function addNote(ctx: Ctx, { id, text }: { readonly id: string; readonly text: string }): Promise<number> {
  const note = text.trim();
  if (note === '' || !fitsChars(note, NOTE_CHARS) || !note.isWellFormed()) {
    throw validationFailed([{ path: 'text', rule: 'chars_between', least: 1, most: NOTE_CHARS }]);
  }
  return ctx.storage.write((tx) => {
    const before = getInquiry(tx.db, ctx.workspace.seq, id);
    return saveInquiry(tx, ctx, before, {}, { kind: 'noted', note }).version;
  });
}
