/** Traces of requests. Loaded only if the environment asks for them. */
export { createTracing, type Tracing, type TracingOptions } from './tracing.ts';
