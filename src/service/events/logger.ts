/** Writes events as JSON lines. */
import { pino, stdSerializers } from 'pino';

import type { Emit } from './events.ts';
import type { LogDestination } from './line-batch.ts';
import { type LogLevel, logLevels } from './log-levels.ts';

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

/** An event without its level. */
type Content = Omit<Parameters<Emit>[0], 'level'>;

/** Whether an event needs neither cuts nor masks, as almost every one. Called for each request: a list of the entries would cost more than the loop. */
function isPlain(content: Content): boolean {
  let name: keyof Content;
  for (name in content) {
    const value: unknown = content[name];
    const isShort = typeof value === 'string' ? value.length <= longest : typeof value !== 'object' || value === null;
    if (!isShort || maskedNames.has(name)) return false;
  }
  return true;
}

interface Logger {
  readonly emit: Emit;
  /** The lowest level from now on. */
  setLevel(level: LogLevel): void;
}

const levelsBelow = (level: LogLevel): ReadonlySet<LogLevel> => new Set(logLevels.slice(0, logLevels.indexOf(level)));

/** The line of a plain event, as pino writes it, in half of the time. */
const plainLine = (level: LogLevel, content: Content): string =>
  `{"level":"${level}","time":"${new Date().toISOString()}",${JSON.stringify(content).slice(1)}\n`;

/**
 * A logger for events at `level` and above. Times are ISO 8601 in UTC. Warnings and errors reach the destination's end in the same turn of the event loop, with
 * the lines before them: one system call for all refusals of a turn.
 */
export function createLogger(level: LogLevel, destination: LogDestination): Logger {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }), log: cutObject },
      serializers: { error: (error: Error) => cut(stdSerializers.errWithCause(error)) },
      redact: {
        paths: [...secretNames, ...secretNames.map((name) => `*.${name}`), '*.parameters'],
        censor: '[secret]',
      },
    },
    destination,
  );
  // The logger's own comparison looks up both levels each time.
  let disabled = levelsBelow(level);
  let isFlushing = false;
  const flush = (): void => {
    isFlushing = false;
    destination.flush();
  };
  return {
    emit(event) {
      // Most events of a request are below the level: they must cost nothing.
      if (disabled.has(event.level)) return;
      const { level: at, ...content } = event;
      if (isPlain(content)) destination.write(plainLine(at, content));
      else logger[at](content);
      if (isFlushing || (at !== 'warn' && at !== 'error')) return;
      isFlushing = true;
      setImmediate(flush);
    },
    setLevel(next) {
      logger.level = next;
      disabled = levelsBelow(next);
    },
  };
}
