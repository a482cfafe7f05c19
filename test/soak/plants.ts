/** Defects that the engines of a run can get, to show that the soak detects them. Only the soak can switch them on. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Changes in one built file. */
interface PlantedFile {
  /** Path of the built file from the root of the project. */
  readonly file: string;
  /** Each text occurs in the file exactly once. */
  readonly changes: readonly { readonly from: string; readonly to: string }[];
}

export const plantNames = ['claim-dropped', 'resend-on-time-out', 'tainted-connection'] as const;
export type PlantName = (typeof plantNames)[number];

const plants: Readonly<Record<PlantName, readonly PlantedFile[]>> = {
  /** A write continues without a claim. */
  'claim-dropped': [
    {
      file: 'dist/engine/sources/sql/claims-sql.js',
      changes: [
        {
          from: '(await session.execute(insert({ ...claim }))).affected === 1',
          to: 'Boolean(insert) && Boolean(claim)',
        },
      ],
    },
    {
      file: 'dist/engine/sources/sql/claims/claims.js',
      changes: [{ from: 'session.executeLast({', to: 'void ({' }],
    },
  ],
  /** A write whose connection was lost is executed again, without a lookup of the result of the first attempt. */
  'resend-on-time-out': [
    {
      file: 'dist/engine/run/write/sql-write.js',
      changes: [
        {
          from: 'attempt(work, key, session, context, attempted)',
          to: 'attempt(work, number === 1 ? key : { ...key, claim: key.claim.slice(1) + number }, session, context, { ...attempted, isEarly: false, again: number > 1 })',
        },
        {
          from: 'Promise.all([reads.documents,',
          to: 'Promise.all([attempted.again ? [] : reads.documents,',
        },
        { from: 'return currentDocument(await runSteps(', to: 'return [await runSteps(' },
        {
          from: 'prepared, find, onlyReads(lookup, source)));',
          to: 'prepared, find, onlyReads(lookup, source))].flat().at(-1);',
        },
      ],
    },
  ],
  /** A connection in an unknown state is returned to the pool. */
  'tainted-connection': [
    {
      file: 'dist/engine/sources/sql/connections/connection-store.js',
      changes: [
        {
          from: 'if (isLost || !this.validate(connection))',
          to: 'if (!this.validate(connection))',
        },
      ],
    },
    {
      file: 'dist/engine/sources/sql/postgres/connection.js',
      changes: [{ from: "return isOpen && client.getTransactionStatus() === 'I';", to: 'return isOpen;' }],
    },
  ],
};

const root = join(import.meta.dirname, '../..');

/** The changed files, by the absolute URL of the module. Throws if a file does not exist: the defect has to follow the engine. */
export function plantedFiles(name: PlantName): ReadonlyMap<string, PlantedFile> {
  return new Map(
    plants[name].map((planted) => {
      const path = join(root, planted.file);
      if (!existsSync(path)) throw new Error(`The defect ${name} changes ${planted.file}, which does not exist.`);
      return [pathToFileURL(path).href, planted];
    }),
  );
}

/** Flags for Node.js that load a service with the defect; none without one. */
export function plantFlags(name: PlantName | undefined): readonly string[] {
  if (name === undefined) return [];
  return ['--import', `${pathToFileURL(join(import.meta.dirname, 'plant-loader.ts')).href}?plant=${name}`];
}

/** The text of a file with the defect. Throws if a text does not occur exactly once. */
export function planted({ file, changes }: PlantedFile, source: string): string {
  return changes.reduce((text, { from, to }) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${file} contains ${parts.length - 1} times: ${from}`);
    return parts.join(to);
  }, source);
}
