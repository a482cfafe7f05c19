/** Reporting of findings about a profile: what a check needs in order to say what is wrong and where. */
import type { Path } from '../base/place.ts';
import type { Code } from './codes.ts';

/** Some characters of a text in the profile, counted in the text's value (UTF-16 code units). */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** A location in the profile: a value, its key, or some characters of a text. */
export interface ProfileLocation {
  readonly path: Path;
  /** Narrows the location to these characters of the text at the path. */
  readonly range?: TextRange;
  /** The location is the key rather than its value. */
  readonly key?: boolean;
}

/** Something wrong at a location of the profile. */
export interface Finding extends ProfileLocation {
  /** What is wrong, and why. One or two sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** The text to write instead of that at the location, if that alone cures the fault. Not with a location of more than one word. */
  readonly replacement?: string;
  /** The part of the contract concerned, where the path does not name it. */
  readonly coordinate?: string;
  /** The statement that the finding is about, where its location can be in a part. */
  readonly usedIn?: Path;
  /** An error unless it says otherwise. */
  readonly severity?: 'warning' | 'advice';
}

/** Receives findings. It resolves their locations, so that a check needs no access to the profile's file. */
export interface Reporter {
  report(code: Code, finding: Finding): void;
}
