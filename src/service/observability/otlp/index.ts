/** Traces and metrics for a collector, over OTLP. `environment.ts` decides about both; the other files are loaded only if they are asked for. */
export { ignoredVariables, metricSettings, traceSettings } from './environment.ts';
