import { expect, test } from 'bun:test';
import { drillLitestream } from '../../scripts/deploy/litestream-drill.ts';

const litestream = Bun.which('litestream');

// Another project's program, which a machine need not have: the promise is about living with it where it is.
if (litestream !== null) {
  test('what Litestream has replicated is given back whole after both were restarted, then killed, and the data deleted', async () => {
    const { checked, acknowledged, lostEarlier, lost, lostSeconds, restoreMs } = await drillLitestream(litestream);
    console.log(`acknowledged ${acknowledged}, lost ${lost} of the last ${lostSeconds} s, restored in ${restoreMs} ms`);
    expect(checked).toContain('ok: the database is sound');
    expect(lostEarlier).toBe(0);
    expect(lost).toBeLessThan(acknowledged);
  }, 90_000);
}
