/** A kind of database is one object in one folder: nothing else decides by its name. */
import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from '../support/source-imports.ts';

const sources = sourceFiles('engine', 'src');
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);

describe('kinds of databases', () => {
  const home = /^engine\/sources\/sql\/(\w+)\/kind\.ts$/;
  const names = sources.flatMap(({ file }) => home.exec(file)?.[1] ?? []);
  const folders = names.map((name) => `engine/sources/sql/${name}`);
  const testServers = [
    'src/workbench/testing/databases',
    'src/workbench/testing/servers',
    'src/workbench/testing/stand-in',
  ];
  const inString = new RegExp(`(['"\`])(?:${names.join('|')})\\1`);
  const namesKind = ({ code, imports: moduleImports }: SourceFile): boolean =>
    inString.test(code) || moduleImports.some(({ to }) => folders.some((folder) => inside(folder)(to)));

  it('are named in their folders, by the list and by the internal entry of the engine: nothing else decides by the name of one', () => {
    const homes = [...folders, ...testServers];
    const others = sources.filter(({ file }) => !homes.some((home) => inside(home)(file)));
    expect(others.filter(namesKind).map(({ file }) => file)).toEqual([
      'engine/host/index.ts',
      'engine/sources/sql/kinds/index.ts',
    ]);
  });

  it('are found where they are named', () => {
    const homes = sources.filter(({ file }) => folders.some((folder) => file === `${folder}/kind.ts`));
    expect(names.toSorted()).toEqual(['mssql', 'mysql', 'postgres', 'sqlite']);
    expect(homes.filter(namesKind)).toHaveLength(names.length);
  });
});
