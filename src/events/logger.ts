/** Writes events as JSON lines. */
import { pino, stdSerializers } from 'pino';

import type { Emit } from './events.ts';
import type { LogDestination } from './line-batch.ts';
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

/** Properties whose values are masked: error objects of drivers and libraries may contain credentials in them. */
const secretNames = ['authorization', 'headers', 'password'] as const;
const maskedNames: ReadonlySet<string> = new Set(secretNames);

/** Whether an event needs neither cuts nor masks, as almost every one: masking costs more than all the rest of its line. */
function isPlain(event: object): boolean {
  return Object.entries(event).every(([name, value]) => {
    const isShort = typeof value === 'string' ? value.length <= longest : typeof value !== 'object' || value === null;
    return isShort && !maskedNames.has(name);
  });
}

export interface Logger {
  readonly emit: Emit;
  /** The lowest level from now on. */
  setLevel(level: LogLevel): void;
}

/**
 * A logger for events at `level` and above. Times are ISO 8601 in UTC. Warnings and errors reach the destination's end at once, with the lines
 * before them.
 */
export function createLogger(level: LogLevel, destination: LogDestination): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  const formatters = { level: (label: string) => ({ level: label }) };
  const plain = pino({ ...options, formatters }, destination);
  const masked = pino(
    {
      ...options,
      formatters: { ...formatters, log: cutObject },
      serializers: { error: (error: Error) => cut(stdSerializers.errWithCause(error)) },
      redact: {
        paths: [...secretNames, ...secretNames.map((name) => `*.${name}`), '*.parameters'],
        censor: '[secret]',
      },
    },
    destination,
  );
  return {
    emit(event) {
      if (!plain.isLevelEnabled(event.level)) return;
      const { level: at, ...rest } = event;
      const log = isPlain(rest) ? plain : masked;
      log[at](rest);
      if (at === 'warn' || at === 'error') destination.flush();
    },
    setLevel(next) {
      plain.level = next;
      masked.level = next;
    },
  };
}
