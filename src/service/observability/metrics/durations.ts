/** A histogram of durations that is cheap to add to: that of prom-client checks, sorts and hashes the labels for each observation. */
import { Histogram, type LabelValues } from 'prom-client';

type HistogramValues = Awaited<ReturnType<Histogram['get']>>;

interface Series<L extends string> {
  readonly labels: LabelValues<L>;
  /** What is at most at each bound and above the one before; the last one counts what is above all. */
  readonly counts: Float64Array;
  sum: number;
}

export interface DurationsOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: L[];
  /** Upper bounds in seconds, ascending. */
  readonly buckets: number[];
}

export class Durations<L extends string> extends Histogram<L> {
  readonly #options: DurationsOptions<L>;
  /** Supplies all but the values. */
  readonly #head: Histogram<L>;
  readonly #series = new Map<string, Series<L>>();

  constructor(options: DurationsOptions<L>) {
    // Registered by its owner: with `registers` the constructor would add it to the default registry.
    super({ ...options, registers: [] });
    this.#options = options;
    this.#head = new Histogram({ ...options, registers: [] });
  }

  /** `key` identifies the labels; the labels of its first duration count. */
  add(key: string, labels: LabelValues<L>, seconds: number): void {
    const { buckets } = this.#options;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, counts: new Float64Array(buckets.length + 1), sum: 0 };
      this.#series.set(key, series);
    }
    let index = 0;
    while (index < buckets.length && seconds > (buckets[index] ?? 0)) index += 1;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += seconds;
  }

  override get(): Promise<HistogramValues> {
    return this.getForPromString();
  }

  /** What the text format is made of: the registry calls it if it exists. */
  async getForPromString(): Promise<HistogramValues> {
    const { name, buckets } = this.#options;
    const values = [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let below = 0;
      const cumulative = Array.from(counts, (count, index) => {
        below += count;
        return { metricName: `${name}_bucket`, labels: { le: buckets[index] ?? '+Inf', ...labels }, value: below };
      });
      const total = [
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: below },
      ];
      return [...cumulative, ...total];
    });
    return { ...(await this.#head.get()), values };
  }
}
