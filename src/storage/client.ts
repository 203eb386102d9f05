import { Database } from 'bun:sqlite';

/**
 * A connection that really closes: `true` ends the statements that are still prepared. Without it SQLite keeps the connection open, and
 * its -wal file with it, until the collector takes the last of them (Drizzle's live as long as whoever prepared them); its late end
 * then removes the log of whatever database stands under the name.
 */
export class Client extends Database {
  override close(): void {
    super.close(true);
  }
}
