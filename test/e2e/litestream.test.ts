import { expect } from 'bun:test';
import { drillLitestream, summary } from '../../scripts/deploy/litestream-drill.ts';
import { REPLICA_KINDS } from '../support/replicas.ts';
import { sshd } from '../support/sftp.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

/** Longer than it goes on with a single call. */
const OUTAGE_MS = 10_000;

// Another project's program, which a machine need not have: the promise is about living with it where it is.
for (const kind of REPLICA_KINDS) {
  const lack = lacksTool('litestream') ?? (kind === 'sftp' && sshd === null ? 'sshd is not installed' : undefined);
  testUnless(
    lack,
    `what Litestream has replicated (${kind}) is given back whole after both were restarted, then killed, and the data deleted`,
    async () => {
      const drilled = await drillLitestream(Bun.which('litestream') ?? '', kind, OUTAGE_MS);
      console.log(summary(kind, drilled));
      expect(drilled.checked).toContain('ok: the database is sound');
      expect(drilled).toMatchObject({ lostEarlier: 0, refused: 0 });
      expect(drilled.lost).toBeLessThan(drilled.acknowledged);
    },
    90_000,
  );
}
