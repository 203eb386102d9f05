import { type Client, clientFile } from '../../forgetting/index.ts';
import type { TextReading } from '../desk/index.ts';

export const fileOfClient: TextReading<Client> = {
  name: 'file of a client',
  texts: (ctx, client) => clientFile(ctx, client, ctx.nowMs),
};
