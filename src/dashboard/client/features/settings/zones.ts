const own = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** All that the browser knows, and those that are in use, for not every browser lists them. */
export const zonesWith = (...used: string[]): string[] =>
  [...new Set([...used, own(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

export const ownZone = own;
