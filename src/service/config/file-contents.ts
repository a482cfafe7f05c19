/** Contents of files that are read again and again: with thousands of services, each change of one file is a reason to look at all of them. */
import { accessSync, type BigIntStats, constants, readFileSync, statSync } from 'node:fs';

/** What a file contained when it was looked at. The same object as long as it has not changed, so that more can be kept for it. */
export interface FileContent {
  /** Without a byte order mark. Undefined if it cannot be read. */
  readonly text: string | undefined;
  /** Whether there is no such file. A file whose state cannot be read (permissions, a network drive) does not count as missing. */
  readonly isMissing: boolean;
}

interface KeptContent {
  readonly attributes: string;
  readonly content: FileContent;
  /** Whether the file may have changed after it was read without a change of the attributes. */
  readonly isUnclear: boolean;
}

/** By path. Contents of files that are watched no more are forgotten. */
const kept = new Map<string, KeptContent>();

/** The content of a file. It is read only if the attributes of the file have changed, or if they may be the same although it has changed. */
export function contentOf(file: string): FileContent {
  const last = kept.get(file);
  const attributes = attributesNow(file);
  if (last !== undefined && last.attributes === attributes && !last.isUnclear) return last.content;
  const text = readText(file);
  const isMissing = attributes === missing && text === undefined;
  const isSame = last?.content.text === text && last?.content.isMissing === isMissing;
  const content = last !== undefined && isSame ? last.content : { text, isMissing };
  kept.set(file, { attributes, content, isUnclear: isRecent(attributes) });
  return content;
}

/** The next look reads the file. */
export function forgetContent(file: string): void {
  kept.delete(file);
}

/** A function of contents whose results are kept with them. */
export function keptByContent<T>(make: (text: string | undefined, file: string) => T): (file: string) => T {
  const results = new WeakMap<FileContent, { readonly value: T }>();
  return (file) => {
    const content = contentOf(file);
    const result = results.get(content) ?? { value: make(content.text, file) };
    results.set(content, result);
    return result.value;
  };
}

/** The attributes of a file that does not exist, and of one whose attributes cannot be read. */
const missing = 'none';
const unknown = 'unknown';

function attributesNow(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? missing : attributesOf(stats);
  } catch {
    return unknown;
  }
}

/** A rename changes the number of the file, a write the times. */
export const attributesOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [ctimeNs, mtimeNs, size, ino, dev].join();

/**
 * Time stamps of a file that was changed less than this time ago say nothing about further changes: the clocks of file systems have steps of up to
 * two seconds. In milliseconds.
 */
const unclearMs = 3_000;

/** Whether the file was changed a short time before now, or after: its clock may be another one. */
export function isRecent(attributes: string): boolean {
  const [changed = ''] = attributes.split(',');
  return /^\d+$/.test(changed) && Number(BigInt(changed) / 1_000_000n) > Date.now() - unclearMs;
}

/** A text without its byte order mark. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Why a file has no text: the end of a sentence about it. `text`: what was read of it. */
export function lackOfText(file: string, text: string | undefined): string {
  if (text !== undefined) return 'is empty';
  try {
    if (statSync(file).isDirectory()) return 'cannot be read: it is a folder';
    accessSync(file, constants.R_OK);
    return 'cannot be read';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'cannot be read: there is no such file';
    if (code === 'EACCES') return 'cannot be read: this user has no right to';
    return `cannot be read: ${String(code)}`;
  }
}

/** The text of a file without its byte order mark, or undefined if it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return withoutMark(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
