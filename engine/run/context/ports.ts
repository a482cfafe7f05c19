/** Stores that the host gives the engine for its reads. All replicas of an installation share them. */

/** Stores short texts for a day: the start positions of pages. */
export interface Bookmarks {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
}

/** Stores the values of change counters for months, each with its time in milliseconds since the epoch. */
export interface VersionMarks {
  /** The value of the newest mark that was taken at or before the time; undefined if there is none. */
  find(name: string, time: number): Promise<string | undefined>;
  keep(name: string, time: number, version: string): Promise<void>;
}
