import parse from 'parse-prometheus-text-format';

export type Scrape = ReturnType<typeof readScrape>;

export async function scrape(url: string): Promise<Scrape> {
  const answer = await fetch(`${url}/metrics`);
  if (answer.status !== 200) throw new Error(`the scrape was answered with ${answer.status}`);
  return readScrape(await answer.text());
}

/** Reads the text of a scrape. @throws Error for a text that is not in the Prometheus format */
export function readScrape(text: string) {
  const kinds = new Map(parse(text).map(({ name, type }) => [name, type.toLowerCase()]));
  // The parser merges a histogram into one object and loses its labels. If the histogram is declared as untyped, the
  // parser returns each sample.
  const samples = parse(text.replaceAll(/^(# TYPE \S+) histogram$/gm, '$1 untyped')).flatMap(({ name, metrics }) =>
    metrics.map(({ value, labels = {} }) => ({ name, value: Number(value), labels })),
  );
  const named = (name: string) => samples.filter((sample) => sample.name === name);
  return {
    text,
    kinds,
    /** The value of the one sample with these labels; undefined if there is none. */
    value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
      const found = named(name).filter((sample) => Bun.deepEquals(sample.labels, labels));
      if (found.length > 1) throw new Error(`${name} has ${found.length} samples with the same labels`);
      return found[0]?.value;
    },
    labels: (name: string) => named(name).map((sample) => sample.labels),
  };
}
