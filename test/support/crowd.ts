import { signedIn, type Visitor } from './browser-session.ts';
import type { Answer, Shop } from './docket.ts';
import { addMember } from './members.ts';
import { until } from './until.ts';

const SIZE = 8;
const PASSWORD = 'long enough';

/**
 * Returns a visitor that stands for several owners of one workspace. They send calls in turn and repeat a call that the
 * rate limit refused. A test sends thousands of requests at once. That exceeds one person's rate limit, and on a fast
 * machine also the workspace's.
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
    get: (path) => inPace(() => next().get(path)),
    post: (path, body, headers) => inPace(() => next().post(path, body, headers)),
    fetch: (path, init) => next().fetch(path, init),
    cookie: () => next().cookie(),
  };
}

async function inPace(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  const isTooQuick = (): boolean => answer.body.refusal?.rule === 'pace';
  if (isTooQuick()) {
    await until('the pace lets another request through', async () => {
      answer = await ask();
      return !isTooQuick();
    });
  }
  return answer;
}
