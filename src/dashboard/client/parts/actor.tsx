import { words } from '../words/words.ts';

/**
 * Shows the author of a change. A person is shown by name alone, any other author also by its kind. Quotes are those of
 * the page's language.
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
