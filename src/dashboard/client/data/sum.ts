/** Adds up roubles in whole kopecks, because sums of fractions drift. */
export const sum = (values: readonly number[]): number =>
  values.reduce((all, one) => all + Math.round(one * 100), 0) / 100;
