import type { ComponentType } from 'preact';
import { firstAnswers } from '../data/first-answers.ts';
import { useAsked } from '../data/use-asked.ts';
import { Problem } from './problem/problem.tsx';

/** Returns a component from a separate chunk. The page does not wait for that chunk to load. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return (props: P) => {
    const { data, error } = useAsked(async () => ({ Part: await load() }), '');
    if (error !== undefined) return <NotLoaded />;
    return data === undefined ? null : <data.Part {...props} />;
  };
}

/** Returns a lazy part that starts to load only after the page has its first answers. */
export const laterPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyPart(() => firstAnswers.then(load));

/** Returns a lazy part without any visible output. If it fails to load, no error is shown. */
export const unseenPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  laterPart(() => load().catch(() => () => null));

/** Replaces a chunk that failed to load, for example after an update of Docket. Its button reloads the page. */
export function NotLoaded() {
  return <Problem error="not loaded" retry={() => location.reload()} />;
}
