/** A database filled from a fixture for a test. */
import type { Connect } from '../../../../engine/host/index.ts';
import type { TestOverrides } from '../../../../engine/tools/index.ts';

/** A row with values as the database formats them. NULL is null. */
export type TextRow = Readonly<Record<string, string | null>>;

/** The filled database of one source of a profile. */
export interface FixtureDatabase {
  /** The `connection` of the source. */
  readonly connection: NonNullable<ReturnType<TestOverrides['connections']['get']>> | undefined;
  /** Connects to a stand-in that replaces the database. */
  readonly connect?: Connect;
  /**
   * Executes statements without the engine, in the profile's SQL dialect. Returns the rows of the last statement, or none where it returns
   * no rows.
   */
  run(sql: string): Promise<readonly TextRow[]>;
  drop(): Promise<void>;
}
