import { words } from '../words/words.ts';

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
