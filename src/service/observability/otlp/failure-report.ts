/** Reports in the log that the collector cannot be reached. */
import { setGlobalErrorHandler } from '@opentelemetry/core';
import type { Emit } from '../../events/events.ts';

/** Shortest time between two reports, in milliseconds. */
const quietMs = 60_000;

/** Reports an error of an export, unless another one has been reported a short time before. */
export type ReportFailure = (error: unknown) => void;

/** The report for all exporters. The packages of OpenTelemetry have one handler of errors for the whole process. */
export function failureReport(emit: Emit): ReportFailure {
  let reported = Number.NEGATIVE_INFINITY;
  const report: ReportFailure = (error) => {
    if (performance.now() - reported < quietMs) return;
    reported = performance.now();
    const message = error instanceof Error ? error.message : String(error);
    emit({ level: 'warn', event: 'telemetry_not_sent', message });
  };
  setGlobalErrorHandler(report);
  return report;
}
