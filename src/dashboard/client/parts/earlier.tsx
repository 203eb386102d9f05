import { words } from '../words/words.ts';

/** The button below a list of changes that loads earlier ones, if any. */
export const Earlier = ({ steps }: { readonly steps: number }) =>
  steps > 0 ? <p class="meta">{words.value.orderPage.earlierChanges(steps)}</p> : null;
