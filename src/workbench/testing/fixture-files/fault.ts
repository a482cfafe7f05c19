/** An error in a fixture file, with its place. */
import type { Diagnostic } from '../../../../engine/index.ts';
import { fault } from '../../../service/config/fault.ts';
import type { FixtureFile } from './files.ts';

/** A fixture cannot be loaded. The message is that of the database or the parser, without a full stop. */
export class FixtureFault extends Error {
  readonly file: FixtureFile;
  /** Offset in the file's text. */
  readonly offset: number;
  /** The file may be valid: the stand-in of the database cannot run it. */
  readonly isGap: boolean;
  constructor(file: FixtureFile, offset: number, message: string, cause?: unknown, isGap = false) {
    super(message, { cause });
    this.name = 'FixtureFault';
    this.file = file;
    this.offset = offset;
    this.isGap = isGap;
  }
}

/** `fixture/schema.sql:12`. */
export function placeOf({ file, offset }: FixtureFault): string {
  return `${file.name}:${file.text.slice(0, offset).split('\n').length}`;
}

/** CFG520 at the word at `offset`. `message` is a clause without a full stop. */
export function fixtureDiagnostic({ file, offset, message }: FixtureFault): Diagnostic {
  const before = file.text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  const length = /^\S*/.exec(file.text.slice(offset))?.[0].length ?? 0;
  const place = { file: file.name, line, column, length: Math.max(1, length) };
  return fault('CFG520', `The fixture cannot be loaded: ${message}.`, 'Correct this line of the file.', place);
}
