/** Measures the latency of /health while other requests run. */
import { Worker } from 'node:worker_threads';
import { keys } from './send.ts';

export interface HealthTimes {
  /** Milliseconds, in ascending order. */
  readonly times: readonly number[];
  /** Answers that were no success, in words. */
  readonly failures: readonly string[];
}

/** Starts to call /health; `stop` resolves with the times. */
export function probeHealth(baseUrl: string): { stop(): Promise<HealthTimes> } {
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), {
    workerData: { baseUrl, key: keys.receivables },
  });
  const result = Promise.withResolvers<HealthTimes>();
  worker.once('message', result.resolve).once('error', result.reject);
  return {
    async stop() {
      worker.postMessage('stop');
      const { times, failures } = await result.promise;
      await worker.terminate();
      return { times: times.toSorted((a, b) => a - b), failures };
    },
  };
}

/** The value that this share of the times does not exceed. */
export const percentile = ({ times }: HealthTimes, share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
