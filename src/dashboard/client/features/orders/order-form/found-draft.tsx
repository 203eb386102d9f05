import { words } from '../../../words/words.ts';

/** The form holds what was begun here before and never sent. */
export const FoundDraft = ({ what, startAgain }: { readonly what: string; readonly startAgain: () => void }) => (
  <p class="note line spread">
    {what}
    <button type="button" onClick={startAgain}>
      {words.value.orderForm.draftDrop}
    </button>
  </p>
);
