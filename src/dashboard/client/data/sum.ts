/** Whole kopecks: adding up fractions would drift. */
export const sum = (values: readonly number[]): number =>
  values.reduce((all, one) => all + Math.round(one * 100), 0) / 100;
