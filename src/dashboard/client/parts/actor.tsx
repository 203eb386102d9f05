import { words } from '../words/words.ts';

/**
 * The actor of a change: a person by name alone, anything else by its kind, and the quotes are those of the page's
 * language.
 */
export function Actor({
  of: { actorType, actorName },
}: {
  readonly of: {
    readonly actorType: 'key' | 'person' | 'command' | 'system';
    readonly actorName: string | null;
  };
}) {
  if (actorType === 'person' && actorName !== null) return <bdi>{actorName}</bdi>;
  return (
    <>
      {words.value.orderPage.actors[actorType]}
      {actorName !== null && (
        <>
          {' '}
          <q>{actorName}</q>
        </>
      )}
    </>
  );
}
