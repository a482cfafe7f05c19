/** HTTP sources. */

export { createBreaker } from './breaker.ts';
export type { HttpLimits, HttpPorts, HttpRetry, HttpSourceConfig, HttpTls } from './config.ts';
export { openHttpSource } from './open-source.ts';
export { baseOf, redirectTarget, resolveTarget, shownTarget } from './target.ts';
