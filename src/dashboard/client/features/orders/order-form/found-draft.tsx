import { words } from '../../../words/words.ts';

export const FoundDraft = ({ what, startAgain }: { readonly what: string; readonly startAgain: () => void }) => (
  <p class="note line spread">
    {what}
    <button type="button" onClick={startAgain}>
      {words.value.orderForm.draftDrop}
    </button>
  </p>
);
