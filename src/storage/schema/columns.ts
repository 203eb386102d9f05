import { customType } from 'drizzle-orm/sqlite-core';
import { bytesToUuid, uuidToBytes, zoneOrUtc } from '../../base/index.ts';

/** A UUID as 16 bytes in the file, as its lower-case text in the program: text would cost a tenth of the create rate. */
export const uuid = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => 'blob',
  toDriver: uuidToBytes,
  fromDriver: bytesToUuid,
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'blob',
});

/** A time zone (IANA) that this machine knows. */
export const zone = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: zoneOrUtc,
});
