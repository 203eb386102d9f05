import { stepWords } from '../../../words/start-steps.ts';

const pad = (number: number): string => String(number).padStart(2, '0');

/**
 * Returns the current time in the browser's time zone, with its offset from UTC. The API takes the order's day from
 * this text without converting it to another zone.
 */
function today(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `${day}T${pad(now.getHours())}:${pad(now.getMinutes())}:00${offset}`;
}

/** Returns an example order that the API accepts unchanged. Pasting the order twice creates it only once. */
export function firstOrder(now: Date): object {
  const { example } = stepWords.value;
  return {
    requestKey: `first-${now.getTime().toString(36)}`,
    date: today(now),
    client: { name: example.client, phone: '+79123456789' },
    products: [{ name: example.product, quantity: 1, price: 1500 }],
    additional: { comment: example.comment },
  };
}

/** Returns a command for a POSIX shell. Its texts contain no single quote, which would end the shell's quotes. */
export const curlOf = (origin: string, key: string, order: object): string =>
  [
    `curl ${origin}/api/v1/orders/create \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(order)}'`,
  ].join('\n');
