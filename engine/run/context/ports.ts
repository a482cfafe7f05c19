/** Stores that a host gives to the engine for its reads. All replicas of an installation share them. */

/** Keeps short texts for a day: the positions at which pages begin. */
export interface Bookmarks {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
}

/** Keeps marks of change counters for months: the value of a counter at a time. Times are milliseconds since the epoch. */
export interface VersionMarks {
  /** The value of the newest mark that was taken at or before the time; undefined where there is none. */
  find(name: string, time: number): Promise<string | undefined>;
  keep(name: string, time: number, version: string): Promise<void>;
}
