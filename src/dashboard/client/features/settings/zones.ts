const own = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The browser's time zones with those in use, which some browsers do not list. */
export const zonesWith = (...used: string[]): string[] =>
  [...new Set([...used, own(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

export const ownZone = own;
