import { type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import { shopTime } from '../../orders/index.ts';
import { isPeriod, PERIODS, type Period, type ReadingCtx } from '../desk/index.ts';
import { lengthOf, type ReportDays, reportDaysOf } from '../shared/periods.ts';

const KEYS = ['when', 'from', 'to'];
const KEY_CHARS = 100;
/** The longest period, in days: ten years. */
const MOST_DAYS = 3_660;

/** Reads the period from the address of the page. An unknown parameter is refused. @throws validation_failed */
export function reportDaysIn(
  { workspace: { timeZone }, nowMs }: Pick<ReadingCtx, 'workspace' | 'nowMs'>,
  text: string | undefined,
): ReportDays {
  const params = new URLSearchParams(text ?? '');
  const issues = faultsOf(params);
  if (issues.length > 0) throw validationFailed(issues);
  const days = reportDaysOf(params, shopTime(nowMs, timeZone).today);
  const faults = periodFaults(days);
  if (faults.length > 0) throw validationFailed(faults);
  return days;
}

function faultsOf(params: URLSearchParams): Issue[] {
  const issues: Issue[] = [];
  for (const key of new Set(params.keys())) {
    if (!KEYS.includes(key)) issues.push({ path: key.slice(0, KEY_CHARS), rule: 'unknown_filter' });
  }
  const when = params.get('when');
  if (when !== null && !isPeriod(when)) issues.push({ path: 'when', rule: 'filter_when', words: PERIODS.join(', ') });
  for (const path of ['from', 'to']) {
    const day = params.get(path);
    if (day !== null && !isCalendarDay(day)) issues.push({ path, rule: 'calendar_day' });
  }
  return issues;
}

function periodFaults(days: Period): Issue[] {
  const length = lengthOf(days);
  if (length < 1) return [{ path: 'to', rule: 'not_before_from' }];
  return length > MOST_DAYS ? [{ path: 'to', rule: 'days_at_most', most: MOST_DAYS }] : [];
}
