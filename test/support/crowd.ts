import { signedIn, type Visitor } from './browser-session.ts';
import type { Shop } from './docket.ts';
import { addMember } from './members.ts';

const SIZE = 8;
const PASSWORD = 'long enough';

/**
 * Owners of one workspace who take turns at each call. A test that asks thousands of things at once would pass the pace that
 * one person has.
 */
export async function crowdOf({ dir, url }: Pick<Shop, 'dir' | 'url'>, workspaceId: string): Promise<Visitor> {
  const people: Visitor[] = [];
  for (let nth = 0; nth < SIZE; nth += 1) {
    const email = `crowd-${nth}-${workspaceId}@example.com`;
    await addMember(dir, workspaceId, { email, password: PASSWORD });
    people.push(await signedIn(url, email, PASSWORD));
  }
  let turn = 0;
  const next = (): Visitor => {
    turn += 1;
    return people[turn % SIZE] as Visitor;
  };
  return {
    get: (path) => next().get(path),
    post: (path, body, headers) => next().post(path, body, headers),
    cookie: () => next().cookie(),
  };
}
