/** Writes events as JSON lines, one object each. */
import { type DestinationStream, pino, stdSerializers } from 'pino';

import type { Emit } from './events.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * A logger for events at `level` and above. Times are ISO 8601 in UTC. The names in `redact` can hold credentials in a
 * driver's or framework's error object, and are masked wherever such an object is logged.
 */
export function createLogger(level: LogLevel, destination: DestinationStream): Emit {
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: stdSerializers.errWithCause },
      redact: {
        paths: ['authorization', 'headers', 'password', '*.authorization', '*.headers', '*.password', '*.parameters'],
        censor: '[secret]',
      },
    },
    destination,
  );
  return ({ level: at, ...rest }) => log[at](rest);
}
