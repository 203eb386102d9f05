import { orderBody, type Shop } from './docket.ts';
import { expectOk, placeOrder } from './http-answers.ts';

/** Returns the text of a create in which the JSON text `here` replaces each "HERE". */
export const createText = (extra: Record<string, unknown>, here: string): string =>
  JSON.stringify(orderBody(extra)).replaceAll('"HERE"', here);

export function ordersOf(shop: Pick<Shop, 'api' | 'url' | 'key'>) {
  const readAnswer = (id: string) => shop.api.get(`/api/v1/orders/${id}`);
  return {
    post: (operation: string, body: unknown, headers: Record<string, string> = {}) =>
      shop.api.post(`/api/v1/orders/${operation}`, body, headers),
    made: (extra: Record<string, unknown> = {}) => placeOrder(shop.api, extra),
    readAnswer,
    read: async (id: string) => expectOk(await readAnswer(id)),
    etagOf: async (id: string): Promise<string> => (await readAnswer(id)).headers.get('etag') ?? '',
    /** The answer of a read as text, in which each number has all its digits. */
    textOf: async (id: string): Promise<string> =>
      (await fetch(`${shop.url}/api/v1/orders/${id}`, { headers: { authorization: `Bearer ${shop.key}` } })).text(),
  };
}
