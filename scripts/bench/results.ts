import { median } from './processes.ts';

export interface Sample {
  readonly perSecond: number;
  /**
   * The contender's processor time for each request, in microseconds: in the program itself (user) and in the kernel
   * (system).
   */
  readonly userMicros: number;
  readonly systemMicros: number;
  /** The time from sending a request to its answer; null if the sender awaits no answer. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** The ratio of Docket's rate to another contender's, over all rounds. Above 1, Docket is better. */
export interface RateRatio {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** The medians of a contender's rounds. */
export interface Result extends Sample {
  readonly workload: string;
  readonly connections: number;
  readonly contender: string;
  /**
   * The ratios of Docket's rate to this contender's rate. For `cpu`, the rate is per second of processor time. Null for
   * Docket itself.
   */
  readonly share: { readonly perSecond: RateRatio; readonly cpu: RateRatio } | null;
}

const OURS = 'docket';

export const cpuMicros = ({ userMicros, systemMicros }: Pick<Sample, 'userMicros' | 'systemMicros'>): number =>
  userMicros + systemMicros;

/** @param samples each contender's rounds, by its name; Docket is one of the contenders */
export function summarize(
  of: { readonly workload: string; readonly connections: number },
  samples: ReadonlyMap<string, readonly Sample[]>,
): Result[] {
  const ours = samples.get(OURS) ?? [];
  return [...samples].map(([contender, own]) => {
    const middle = (pick: (sample: Sample) => number): number => median(own.map(pick));
    const middleOrNull = (pick: (sample: Sample) => number | null): number | null => {
      const known = own.flatMap((sample) => pick(sample) ?? []);
      return known.length === 0 ? null : median(known);
    };
    const share = {
      perSecond: shareOf(ours, own, (mine, theirs) => mine.perSecond / theirs.perSecond),
      cpu: shareOf(ours, own, (mine, theirs) => cpuMicros(theirs) / cpuMicros(mine)),
    };
    return {
      ...of,
      contender,
      share: contender === OURS ? null : share,
      perSecond: middle((sample) => sample.perSecond),
      userMicros: middle((sample) => sample.userMicros),
      systemMicros: middle((sample) => sample.systemMicros),
      p50Ms: middleOrNull((sample) => sample.p50Ms),
      p99Ms: middleOrNull((sample) => sample.p99Ms),
    };
  });
}

function shareOf(
  ours: readonly Sample[],
  theirs: readonly Sample[],
  compare: (mine: Sample, their: Sample) => number,
): RateRatio {
  const shares = theirs.flatMap((their, round) => {
    const mine = ours[round];
    return mine === undefined ? [] : [compare(mine, their)];
  });
  return { median: median(shares), least: Math.min(...shares), most: Math.max(...shares) };
}
