/** Traces of requests. Loaded only if the environment asks for them. */
export { RootTraces } from './root-traces.ts';
export { createTracing, type Tracing, type TracingOptions } from './tracing.ts';
