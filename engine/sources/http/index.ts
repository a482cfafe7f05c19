/** HTTP sources. */
export type { HttpLimits, HttpPorts, HttpRetry, HttpSourceConfig, HttpTls } from './config.ts';
export { openHttpSource } from './open-source.ts';
