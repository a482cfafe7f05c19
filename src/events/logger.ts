/** Writes events as JSON lines. */
import { type DestinationStream, pino, stdSerializers } from 'pino';

import type { Emit } from './events.ts';
import type { LogLevel } from './log-levels.ts';

/** Longest logged text, in characters: requests and answers of an ERP can contain texts of any length. */
const longest = 2_000;

/** A value with its long texts cut, at any depth. Errors have their own serializer. */
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
 * A logger for events at `level` and above. Times are ISO 8601 in UTC. The properties in `redact` may contain credentials in error objects
 * of drivers and libraries; their values are masked.
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
