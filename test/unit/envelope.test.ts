import { expect, test } from 'bun:test';
import { answerWithEnvelope, beginCall, envelopeOf } from '../../src/web/index.ts';

const callOf = (requestId: string) => beginCall(new Request('http://localhost/'), requestId, 0);

test('one prepared envelope of data serves several answers, each with its own request id', async () => {
  const ids = Array.from({ length: 3 }, () => Bun.randomUUIDv7());
  for (const name of ['Роза', 'Роза'.repeat(100_000)]) {
    const envelope = envelopeOf(Buffer.from(JSON.stringify({ name })));
    // All answers are created before the first is read.
    const answers = ids.map((id) => answerWithEnvelope(callOf(id), envelope));
    const told = await Promise.all(answers.map((answer) => answer.json()));
    expect(told).toEqual(ids.map((requestId) => ({ ok: true, code: 'ok', requestId, data: { name } })));
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids);
  }
});
