/** Bugs that an engine of the harness can be given, each a change of one built file that must match exactly. */
export interface Plant {
  /** Path of the file from the root of the project. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
}

export type PlantName = 'claim-dropped' | 'resend-on-time-out' | 'tainted-connection';
