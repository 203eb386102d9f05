import { customType } from 'drizzle-orm/sqlite-core';
import { bytesToUuid, uuidToBytes, zoneOrUtc } from '../../base/index.ts';

/**
 * A UUID stored as 16 bytes and used as lower-case text. Stored as text, UUIDs would slow down creating orders by a
 * tenth.
 */
export const uuid = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => 'blob',
  toDriver: uuidToBytes,
  fromDriver: bytesToUuid,
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'blob',
});

/** An IANA time zone. A stored zone that this machine does not know is read as UTC. */
export const zone = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: zoneOrUtc,
});
