import { customType } from 'drizzle-orm/sqlite-core';
import { bytesToUuid, uuidToBytes, zoneOrUtc } from '../../base/index.ts';

/** A UUID stored as 16 bytes and used as lower-case text: stored text would cost a tenth of the create rate. */
export const uuid = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => 'blob',
  toDriver: uuidToBytes,
  fromDriver: bytesToUuid,
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'blob',
});

/** An IANA time zone that this machine knows. */
export const zone = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: zoneOrUtc,
});
