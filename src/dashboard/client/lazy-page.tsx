import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { Problem } from './parts.tsx';

/** A page in a chunk of its own. Of a page that stood open while Docket was updated the chunk is gone: then it is loaded anew. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => NotLoaded));

/** A part of a page in a chunk of its own: the page does not wait for it. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return (props: P) => {
    const [Part, setPart] = useState<ComponentType<P>>();
    useEffect(() => {
      load().then(
        (loaded) => setPart(() => loaded),
        () => setPart(() => NotLoaded),
      );
    }, []);
    return Part === undefined ? null : <Part {...props} />;
  };
}

function NotLoaded() {
  return <Problem error={undefined} retry={() => location.reload()} />;
}
