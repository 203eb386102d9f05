/**
 * The tables, and the migration of a file with an older schema. Must never: change a migration that was released, or
 * read data for a single feature.
 */
export type { AuditAction } from './audit-actions.ts';
export {
  CLIENT_PART,
  clientId,
  clientIdKey,
  clientKeys,
  emailKey,
  idStart,
  keysOf,
  ofPhone,
  personIn,
  personKeys,
  personText,
  READ_WHOLE,
  startOfId,
} from './client-keys.ts';
export { copyInto } from './copy-into.ts';
export {
  countIfThere,
  countTables,
  hasTable,
  MANIFEST_SQL,
  MANIFEST_TABLES,
  type TableCounts,
  unlessLonger,
} from './count-tables.ts';
export { indexText, trigramsOf } from './index-orders.ts';
export { appliedMigrations, createMigrationsTable, migrate, migrateCopy, pendingMigrations } from './migrate.ts';
export { MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';
export { KINDS_OFF, NAMED_KINDS, NAMED_PLATFORMS, SOURCED_KINDS } from './order-kinds.ts';
export { LINK_PLACE } from './seal-secrets.ts';
export {
  digitsOf,
  foldText,
  readFoundMembers,
  type Searchable,
  searchableOf,
  searchText,
  storedSearchable,
} from './search-text.ts';
export * from './tables.ts';
