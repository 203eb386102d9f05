import type { Database } from 'bun:sqlite';
import { emailKey } from '../../base/index.ts';

interface Addressed {
  readonly seq: number;
  readonly email: string;
}

/**
 * Brings the keys of addresses from before to their form. Two accounts that turn out to be of one address both stay: the second
 * is found by its address exactly as it is written.
 */
export function fillEmailKeys(client: Database): void {
  for (const table of ['people', 'invitations']) {
    const update = client.query(`UPDATE OR IGNORE ${table} SET email_key = ? WHERE seq = ?`);
    const rows = client.query<Addressed, []>(`SELECT seq, email FROM ${table} ORDER BY seq`).all();
    for (const { seq, email } of rows) update.run(emailKey(email), seq);
  }
}
