import type { Visitor } from './browser-session.ts';
import type { Shop } from './docket.ts';
import { until } from './until.ts';

/** Listens to the notifications of a shop's workspace, as a page does. */
export async function openStream(shop: Pick<Shop, 'base'>, who: Visitor) {
  const response = await who.fetch(`${shop.base}/live`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const read = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += new TextDecoder().decode(part.value);
    }
  };
  const over = read().catch(() => undefined);
  return {
    response,
    /** Waits for a message that matches. @returns all messages since the last call */
    async until(pattern: RegExp): Promise<string> {
      await until(`${pattern} on the stream`, () => pattern.test(text));
      const all = text;
      text = '';
      return all;
    },
    /** All text until the end of the stream. */
    ended: () => over.then(() => text),
    cancel: () => reader.cancel(),
  };
}
