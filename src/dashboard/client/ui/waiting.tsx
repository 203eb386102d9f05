import type { Loaded } from '../data/use-loaded.ts';
import { words } from '../words/words.ts';
import { Problem } from './problem/problem.tsx';

/** Where there are no data yet: that they are on their way, or why they did not come, with a way to ask again. */
export const Waiting = ({ of: { error, reload } }: { readonly of: Pick<Loaded<unknown>, 'error' | 'reload'> }) =>
  error === undefined ? <p class="loading">{words.value.loading}</p> : <Problem error={error} retry={reload} />;
