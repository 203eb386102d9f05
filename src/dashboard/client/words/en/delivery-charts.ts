import { forms } from '../plural.ts';

/** The words of the charts of an endpoint’s attempts. */
export const DELIVERY_CHARTS_EN = {
  attemptsCount: forms({ one: '# attempt', other: '# attempts' }),
  deliveries: 'Attempts per hour, last 48 hours',
  deliveriesSummary: (all: string, failed: string) => `${all} in 48 hours, ${failed} failed.`,
  hour: 'Hour',
  limit: (time: string) => `${time}: timeout`,
  median: 'Median',
  noHours: 'Nothing was sent in the last 48 hours.',
  onlyLast: forms({
    one: 'Only the last # attempt is included.',
    other: 'Only the last # attempts are included. Earlier ones are not in these charts.',
  }),
  p95: '95th percentile',
  times: 'Response time per hour',
  timesSummary: (median: string, p95: string, limit: string) =>
    `In the slowest hour, half of the attempts took longer than ${median}, and one in twenty longer than ${p95}. Docket stops waiting after ${limit}.`,
};

export type DeliveryChartsWords = typeof DELIVERY_CHARTS_EN;
