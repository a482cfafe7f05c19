/** What the language service needs from its host: an editor's server, or a server for a browser. */
import type { Contract, Diagnostic, LocateBase } from '../../../../engine/index.ts';
import type { DatabaseCheck } from '../../../../engine/tools/index.ts';
import type { TestResults } from '../results/test-results.ts';
import type { ErpTables } from '../tables/tables.ts';
import type { KnownExchange } from '../types/known-exchange.ts';
import type { FindingLink } from './findings.ts';

export interface LanguagePorts {
  readonly contract: Contract;
  /** The text of a file on disk; undefined if it cannot be read. `file`: absolute. */
  readonly read: (file: string) => string | undefined;
  /** Finds the profile that a profile extends. */
  readonly locate: LocateBase;
  /** Environment variables that the settings of this profile may use. `file`: absolute. */
  readonly environment: (file: string) => Readonly<Record<string, string | undefined>>;
  /** Checks a profile with its databases and ERPs; undefined to connect to none. `file`: absolute. */
  readonly checkDatabases?: (file: string, check: DatabaseCheck) => Promise<readonly Diagnostic[]>;
  /** The tables of the profile's ERP, from its databases or from a saved file; undefined if they are not known. `text`: the profile as the editor has it. */
  readonly tables: (file: string, text: string) => ErpTables | undefined;
  /** Exchanges with the ERPs that are known, the last ones first; undefined where none can be. `files`: the profile and its bases. */
  readonly exchanges?: (files: readonly string[]) => readonly KnownExchange[];
  /** Whether the host can call the ERP for an endpoint; false by default. */
  readonly canCall?: boolean;
  /** engine.yaml: its JSON Schema, and its validator. Undefined where only profiles are edited. `file`: the name in findings. */
  readonly configuration?: {
    readonly schema: () => object;
    readonly check: (file: string, text: string) => readonly Diagnostic[];
  };
  /** The profile of a file with cases; undefined if there is none. Paths are absolute. */
  readonly profileOfCases?: (file: string) => string | undefined;
  /** Whether columns are looked for in the known tables, too; by default only the databases report unknown ones. */
  readonly findsColumns?: boolean;
  /** The address of the explanation of a finding, by its code and title; by default hover names the command that prints it. */
  readonly explanation?: FindingLink;
  /** Names of the profiles that the program contains. */
  readonly shipped: readonly string[];
  /** What the last test run wrote. `files`: the profile and its bases. */
  readonly testResults: (files: readonly string[]) => TestResults;
  /** Why a file may not be changed, as the end of a sentence: `belongs to the program`. Undefined if it may. */
  readonly whyFixed: (file: string) => string | undefined;
  /** The name of a file in messages, and the file of a name. */
  readonly nameOf: (file: string) => string;
  readonly fileOf: (name: string) => string;
}
