import { words } from '../words/words.ts';

/** Shows the number of earlier changes that a list leaves out; nothing if it is 0. */
export const Earlier = ({ steps }: { readonly steps: number }) =>
  steps > 0 ? <p class="meta">{words.value.orderPage.earlierChanges(steps)}</p> : null;
