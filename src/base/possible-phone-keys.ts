import plans from 'libphonenumber-js/metadata.min.json';
import { HOME } from './phone-key.ts';

/** The parts of a calling code's numbering plan that the phone library uses to parse a number. */
interface Plan {
  readonly code: string;
  /**
   * Matches the prefix for calls within the country, such as 8 in Russia. The phone library drops the prefix or
   * replaces it with other digits.
   */
  readonly prefix: RegExp | undefined;
  readonly rule: string;
  /** The lengths of the valid numbers, without the calling code. */
  readonly lengths: ReadonlySet<number>;
}

/**
 * The position of each field in a numbering plan of the phone library. The library stores a plan as an array without
 * field names (`MinifiedTelephoneNumberingPlan`).
 */
const FIELD = { abroad: 1, lengths: 3, prefix: 5, prefixPattern: 7, rule: 8 };

type Fields = readonly unknown[];

const { countries, country_calling_codes, nonGeographic } = plans as unknown as {
  readonly countries: Readonly<Record<string, Fields>>;
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly nonGeographic: Readonly<Record<string, Fields>>;
};

function readPlan(code: string, ofCode: readonly Fields[]): Plan {
  // Several countries may share a calling code. As in libphonenumber-js, the first of them decides the prefix.
  const [first = []] = ofCode;
  const prefix = first[FIELD.prefixPattern] || first[FIELD.prefix];
  return {
    code,
    prefix: prefix ? new RegExp(`^(?:${prefix})`) : undefined,
    rule: String(first[FIELD.rule] || ''),
    lengths: new Set(ofCode.flatMap((fields) => fields[FIELD.lengths] as readonly number[])),
  };
}

function readPlans() {
  const all = [
    ...Object.entries(country_calling_codes).map(([code, names]) =>
      readPlan(
        code,
        names.map((name) => countries[name] ?? []),
      ),
    ),
    ...Object.entries(nonGeographic).map(([code, fields]) => readPlan(code, [fields])),
  ];
  // A calling code has at most three digits. No calling code begins with another one.
  const byHead = new Map<string, Plan>();
  for (let head = 100; head < 1_000; head += 1) {
    const plan = all.find(({ code }) => String(head).startsWith(code));
    if (plan !== undefined) byHead.set(String(head), plan);
  }
  const home = countries[HOME] ?? [];
  return { byHead, home: readPlan(String(home[0]), [home]), abroad: String(home[FIELD.abroad]) };
}

let read: ReturnType<typeof readPlans> | undefined;

/**
 * Checks fast whether `phoneKey` may return a wanted key for `digits`, with or without a leading plus. Only a false
 * result is certain.
 */
export function mayHavePhoneKey(digits: string, isWanted: (key: string) => boolean): boolean {
  read ??= readPlans();
  const { home, abroad } = read;
  return (
    isWanted(digits) ||
    isInternational(digits, isWanted) ||
    isNational(home, digits, isWanted) ||
    (digits.startsWith('00') && isInternational(digits.slice(2), isWanted)) ||
    (digits.startsWith(abroad) && isInternational(digits.slice(abroad.length), isWanted))
  );
}

function isInternational(digits: string, isWanted: (key: string) => boolean): boolean {
  const plan = read?.byHead.get(digits.slice(0, 3));
  return plan !== undefined && isNational(plan, digits.slice(plan.code.length), isWanted);
}

/**
 * Checks whether the number is wanted, either with its prefix for calls within the country or without it. The phone
 * library does not always remove the prefix. This function does not know when, so it tries both.
 */
function isNational(plan: Plan, number: string, isWanted: (key: string) => boolean): boolean {
  const { code, lengths } = plan;
  if (lengths.has(number.length) && isWanted(`+${code}${number}`)) return true;
  const rest = withoutPrefix(plan, number);
  return rest !== number && lengths.has(rest.length) && isWanted(`+${code}${rest}`);
}

function withoutPrefix({ prefix, rule }: Plan, number: string): string {
  const match = prefix?.exec(number) ?? undefined;
  if (prefix === undefined || match === undefined) return number;
  // A rule applies only if the last group of the pattern matched something.
  const isRuled = rule !== '' && match.length > 1 && match.at(-1);
  return isRuled ? number.replace(prefix, rule) : number.slice(match[0].length);
}
