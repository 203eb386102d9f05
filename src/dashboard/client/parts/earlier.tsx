import { words } from '../words/words.ts';

/** Below the changes of a page: those before them, if any. */
export const Earlier = ({ steps }: { readonly steps: number }) =>
  steps > 0 ? <p class="meta">{words.value.orderPage.earlierChanges(steps)}</p> : null;
