import { Calendar, ChevronDown } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { PERIODS, type ReportDays, reportDaysOf } from '../../../shared/periods.ts';
import { PeriodSegments } from '../../parts/period-segments.tsx';
import { TwoDays } from '../../parts/two-days.tsx';
import { daySpan } from '../../ui/day-span.ts';
import { localDay } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Address } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import { hasBefore, type Report } from './address.ts';

interface ReportPeriodProps {
  readonly address: Address;
  readonly report: Report | undefined;
  readonly file: ComponentChildren;
}

export function ReportPeriod({ address, report, file }: ReportPeriodProps) {
  const [isOpen, setIsOpen] = useState(false);
  const days = report ?? daysIn(address.params);
  const isNamed = address.value('from') !== undefined || address.value('to') !== undefined;
  return (
    <>
      <div class="noprint">
        <PeriodSegments
          names={PERIODS}
          chosen={isNamed ? undefined : (address.value('when') ?? 'month')}
          choose={(when) => address.set({ when, from: undefined, to: undefined })}
        />
      </div>
      <div class="actions start">
        <button type="button" class="report-days" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon of={Calendar} />
          <span>{days === undefined ? words.value.money.ownDays : textOf(days, report)}</span>
          <Icon of={ChevronDown} size={16} />
        </button>
        {file}
      </div>
      {isOpen && (
        <div class="report-typed noprint">
          <TwoDays
            days={{ from: days?.from, to: days?.to }}
            set={({ from, to }) => {
              if (from !== undefined && to !== undefined) address.set({ when: undefined, from, to });
            }}
          />
        </div>
      )}
    </>
  );
}

function daysIn(params: URLSearchParams): ReportDays | undefined {
  const typed = ['from', 'to'].flatMap((end) => params.get(end) ?? []);
  if (typed.some((day) => Number.isNaN(Date.parse(day)))) return undefined;
  const days = reportDaysOf(params, localDay());
  return days.from > days.to ? undefined : days;
}

function textOf({ from, to, before }: ReportDays, report: Report | undefined): string {
  const [days, ago] = [unbroken(daySpan(from, to)), unbroken(daySpan(before.from, before.to))];
  return report === undefined || hasBefore(report) ? words.value.reports.against(days, ago) : days;
}

/** Keeps a range within a month, such as "3–5 Dec", on one line. A browser would break it after the dash. */
const unbroken = (days: string): string =>
  days.includes(' – ') ? days : days.replaceAll('–', '\u2060–\u2060').replaceAll(' ', '\u00a0');
