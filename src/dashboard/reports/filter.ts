import { type Issue, validationFailed } from '../../base/index.ts';
import { shopTime } from '../../orders/index.ts';
import { PERIODS, type Period, type ReadingCtx } from '../desk/index.ts';
import { periodIssues } from '../orders/filter.ts';
import { lengthOf, type ReportDays, reportDaysOf } from '../shared/periods.ts';

const KEYS = ['when', 'from', 'to'];
/** The longest period, in days: ten years. */
const MOST_DAYS = 3_660;

/** Reads the period from the address of the page. An unknown parameter is refused. @throws validation_failed */
export function reportDaysIn(
  { workspace: { timeZone }, nowMs }: Pick<ReadingCtx, 'workspace' | 'nowMs'>,
  text: string | undefined,
): ReportDays {
  const params = new URLSearchParams(text ?? '');
  const issues = periodIssues(params, KEYS, PERIODS);
  if (issues.length > 0) throw validationFailed(issues);
  const days = reportDaysOf(params, shopTime(nowMs, timeZone).today);
  const faults = periodFaults(days);
  if (faults.length > 0) throw validationFailed(faults);
  return days;
}

function periodFaults(days: Period): Issue[] {
  const length = lengthOf(days);
  if (length < 1) return [{ path: 'to', rule: 'not_before_from' }];
  return length > MOST_DAYS ? [{ path: 'to', rule: 'days_at_most', most: MOST_DAYS }] : [];
}
