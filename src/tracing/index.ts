/** Traces of requests. Loaded only if the environment asks for them; `environment.ts` decides that. */

export { traceSettings } from './environment.ts';
export { createTracing, type Tracing, type TracingOptions } from './tracing.ts';
