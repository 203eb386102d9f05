import type { Database } from 'bun:sqlite';
import { openSecrets, rowsOf, sealAll, sealKeyPath } from '../seal/index.ts';

const LINK = /https?:\/\/\S+\/app\/reset#[\w-]+/;
export const LINK_PLACE = '{{link}}';

interface Waiting {
  readonly seq: number;
  readonly text: string;
  readonly html: string;
}

/** Seals secrets so that no plain text of them is left, in rows or in free space. */
export function sealSecrets(client: Database): void {
  client.run('PRAGMA secure_delete = ON');
  const update = client.query('UPDATE mails SET text = ?, html = ?, link = ? WHERE seq = ?');
  const waiting = client.query<Waiting, []>("SELECT seq, text, html FROM mails WHERE state = 'pending'").all();
  for (const { seq, text, html } of waiting) {
    const link = LINK.exec(text)?.[0];
    if (link === undefined) continue;
    update.run(text.replaceAll(link, LINK_PLACE), html.replaceAll(link, LINK_PLACE), link, seq);
  }
  sealAll(rowsOf(client), openSecrets(sealKeyPath(client.filename)));
  client.run('PRAGMA secure_delete = OFF');
}
