/** Writes events as JSON lines, one object each. */
import { type DestinationStream, pino, stdSerializers } from 'pino';

import type { Emit } from './events.ts';
import type { LogLevel } from './log-levels.ts';

/** Characters of a text that are logged: what a caller or an ERP sends can be as long as it likes. */
const longest = 2_000;

/** A value with its long texts cut, at any depth. Errors are left to their serializer. */
function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= longest ? value : `${value.slice(0, longest)}... (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  return cutObject(value);
}

function cutObject(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]));
}

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
      formatters: { level: (label) => ({ level: label }), log: cutObject },
      serializers: { error: (error: Error) => cut(stdSerializers.errWithCause(error)) },
      redact: {
        paths: ['authorization', 'headers', 'password', '*.authorization', '*.headers', '*.password', '*.parameters'],
        censor: '[secret]',
      },
    },
    destination,
  );
  return (event) => {
    if (!log.isLevelEnabled(event.level)) return;
    const { level: at, ...rest } = event;
    log[at](rest);
  };
}
