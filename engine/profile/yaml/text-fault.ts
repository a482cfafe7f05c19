/** A fault of a YAML text. */
import type { Code } from '../../diagnostics/codes.ts';

export interface TextFault {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
  /** Offsets into the text of the file. */
  readonly start: number;
  readonly end: number;
}
