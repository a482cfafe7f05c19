/** Log lines for people at a terminal, instead of JSON. */
import type { LogDestination } from './line-batch.ts';

/** Values of the setting `logFormat`. `auto`: text at a terminal, otherwise JSON. */
export const logFormats = ['auto', 'text', 'json'] as const;

/** ANSI colours of the levels that stand out. */
const colors: ReadonlyMap<string, string> = new Map([
  ['error', '31'],
  ['warn', '33'],
  ['debug', '2'],
]);

/** A text without control characters, which could change what the terminal shows. Line breaks are kept if `isLong`. */
function printable(text: string, isLong = false): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) =>
    isLong && character === '\n' ? '\n    ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) || typeof value !== 'string' ? printable(text) : printable(JSON.stringify(text));
}

/** `10:20:30.456 warn  call_failed  The message  requestId=... status=502`, then the stack of an error on separate lines. */
function readable(line: string, color: boolean): string {
  const entry: unknown = JSON.parse(line);
  const { level, time, event, message, stack, ...rest }: Readonly<Record<string, unknown>> = Object(entry);
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined && value !== false);
  const head = [
    String(time).slice(11, 23),
    String(level).padEnd(5),
    printable(String(event)),
    ...(typeof message === 'string' ? [` ${printable(message, true)}`] : []),
    ...(fields.length === 0 ? [] : [` ${fields.map(([name, value]) => `${name}=${shown(value)}`).join(' ')}`]),
    ...(typeof stack === 'string' ? [`\n    ${printable(stack, true)}`] : []),
  ].join(' ');
  const code = color ? colors.get(String(level)) : undefined;
  return code === undefined ? `${head}\n` : `\u001b[${code}m${head}\u001b[0m\n`;
}

/** A destination that takes lines of JSON and writes them in readable form. The time is UTC. */
export function readableLines({ write, flush }: LogDestination, color: boolean): LogDestination {
  return { write: (line) => write(readable(line, color)), flush };
}
