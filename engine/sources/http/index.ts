/** Opens a configured source that is reached by HTTP. */

import type { HttpSource } from '../http-source.ts';
import type { HttpPorts, HttpSourceConfig } from './config.ts';
import { createTransport } from './transport.ts';

export type { HttpLimits, HttpPorts, HttpRetry, HttpSourceConfig, HttpTls } from './config.ts';

/**
 * Opens the source; the first request makes the first connection. Throws `SourceError` where the configuration cannot be used: an address that is
 * none, a certificate that cannot be read.
 */
export function openHttpSource(config: HttpSourceConfig, ports: HttpPorts): HttpSource {
  return createTransport(config, ports);
}
