/** Counts of requests by service, from the metrics. */
import type { Metrics } from '../metrics/definitions.ts';
import type { Outcome } from '../metrics/record-events.ts';

/** Requests since the start of this process, by outcome, and those in progress. */
export interface RequestCounts extends Readonly<Record<Outcome, number>> {
  readonly running: number;
}

interface Counts {
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** By the kind of the problem. */
  readonly failures: Readonly<Record<string, number>>;
}

const none: Counts = { outcomes: { ok: 0, refused: 0, failed: 0, aborted: 0 }, failures: {} };

/** Reads the counters once, and returns the counts of a service by its name. */
export async function countsByService({ requests, failedCalls }: Metrics): Promise<(service: string) => Counts> {
  const counts = new Map<string, Counts>();
  const countsOf = (service: unknown): Counts => counts.get(String(service)) ?? none;
  for (const { labels, value } of (await requests.get()).values) {
    const { outcomes, failures } = countsOf(labels.service);
    const outcome = Object.keys(outcomes).find((each) => each === labels.outcome);
    if (outcome === undefined) continue;
    const sum = {
      ...outcomes,
      [outcome]: value + (Object.entries(outcomes).find(([name]) => name === outcome)?.[1] ?? 0),
    };
    counts.set(String(labels.service), { outcomes: sum, failures });
  }
  for (const { labels, value } of (await failedCalls.get()).values) {
    const { outcomes, failures } = countsOf(labels.service);
    const problem = String(labels.problem);
    counts.set(String(labels.service), {
      outcomes,
      failures: { ...failures, [problem]: (failures[problem] ?? 0) + value },
    });
  }
  return countsOf;
}
