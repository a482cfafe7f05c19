/** Which installation a write belongs to. */

/** What distinguishes installations whose writes are in the same tables. */
export interface Installation {
  /**
   * Part of the keys of its writes into a database: its name, or a substitute that distinguishes companies by their
   * settings.
   */
  readonly key: string;
  /**
   * Stored with each claim and compared before a claim answers: the name, and the settings that choose the company.
   * Two companies that share a name by mistake differ in it. Contains no secrets.
   */
  readonly label: string;
}
