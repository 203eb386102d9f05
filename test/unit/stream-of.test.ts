import { expect, test } from 'bun:test';
import { streamOf, streamOfParts } from '../../src/dashboard/desk/stream-of.ts';

function* endless(): Generator<string, void> {
  for (;;) yield 'a line\n';
}

test('a download ends with an error when the person who reads it is removed', async () => {
  let [isOut, ended] = [false, 0];
  const stillMay = (): void => {
    if (isOut) throw new Error('signed out');
  };
  const over = (): void => {
    ended += 1;
  };
  const reader = streamOf({ texts: endless(), workspaceSeq: 1, stillMay, over }).getReader();
  expect((await reader.read()).done).toBe(false);
  isOut = true;
  const rest = async (): Promise<void> => {
    while (!(await reader.read()).done) expect(ended).toBe(0);
  };
  await expect(rest()).rejects.toThrow('signed out');
  expect(ended).toBe(1);
});

function* lateTexts(): Generator<string, void> {
  for (let step = 0; step < 3; step += 1) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    yield '';
  }
  yield 'the end';
}

const open = { stillMay: () => undefined, over: () => undefined };

test('a download continues after steps that produce no bytes', async () => {
  const body = streamOf({ texts: lateTexts(), workspaceSeq: 1, ...open });
  expect(await new Response(body).text()).toBe('the end');
});

test('empty parts from the reading thread do not end a download', async () => {
  const texts = ['', '', 'the ', '', 'end'].map((text) => new TextEncoder().encode(text));
  const [first, ...rest] = texts.map((bytes, at) => ({ bytes, isLast: at === texts.length - 1 }));
  if (first === undefined) throw new Error('no part');
  const parts = { next: async () => rest.shift(), leave: () => undefined };
  expect(await new Response(streamOfParts({ first, parts, ...open })).text()).toBe('the end');
});
