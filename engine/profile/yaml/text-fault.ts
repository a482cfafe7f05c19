/** A fault of a YAML text. */
import type { Code } from '../../diagnostics/codes.ts';

export interface TextFault {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
  /** The text to write instead of these characters, if that alone cures the fault. */
  readonly replacement?: string;
  /** Offsets into the text of the file. */
  readonly start: number;
  readonly end: number;
}
