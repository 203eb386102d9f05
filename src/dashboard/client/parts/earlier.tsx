import { words } from '../words/words.ts';

export const Earlier = ({ steps }: { readonly steps: number }) =>
  steps > 0 ? <p class="meta">{words.value.orderPage.earlierChanges(steps)}</p> : null;
