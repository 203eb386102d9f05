import { expect, test } from 'bun:test';
import { curlOf } from '../../src/dashboard/client/features/webhooks/curl.ts';
import { requestHeaders } from '../../src/webhooks/index.ts';
import { curlWords } from '../support/shell.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({
  id: '019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e11',
  type: 'order.created',
  data: { orderNumber: `Ёж 'n' "$HOME" @x \`id\` \\ 🌷` },
});

test('the curl line reproduces the exact URL, headers and body', async () => {
  const headers = requestHeaders([SECRET], BODY, Date.now());
  const line = curlOf({ url: `https://shop.example.com/it's?a=1&b=$HOME`, headers, body: BODY });
  expect(await curlWords(line)).toEqual([
    '-i',
    '-X',
    'POST',
    `https://shop.example.com/it's?a=1&b=$HOME`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    '--data-raw',
    BODY,
  ]);
});
