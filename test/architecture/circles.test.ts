/** No import circles, type-only imports included: not between files, not between folders, at any level. */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-imports.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const imports = sourceFiles('engine', 'src')
  .flatMap((source) => source.imports)
  .filter(({ to }) => /^(engine|src)\//.test(to));

/** The imports as edges between the groups that `groupOf` puts files into. */
function graphOf(groupOf: (file: string) => string, edges: readonly { from: string; to: string }[] = imports): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    const [source, target] = [groupOf(from), groupOf(to)];
    if (source === target) continue;
    graph.set(source, (graph.get(source) ?? new Set()).add(target));
  }
  return graph;
}

/** Each circle as a path that ends where it begins. Depth-first search; a node is expanded once. */
function circles(graph: Graph): readonly string[] {
  const done = new Set<string>();
  const circlePaths: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) circlePaths.push([...path.slice(start), node].join(' -> '));
    if (start >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circlePaths;
}

/** The folder of a file at a level: `engine/sources` at level 2. A file above the level stands for itself. */
const atLevel =
  (level: number) =>
  (file: string): string =>
    file.split('/').slice(0, level).join('/');

describe('import circles', () => {
  it('there are none between files: each file can be understood after the files that it imports', () => {
    expect(circles(graphOf((file) => file))).toEqual([]);
  });

  it('there are none between folders, each taken with its own files only', () => {
    expect(circles(graphOf(dirname))).toEqual([]);
  });

  it.each([2, 3, 4, 5])('there are none between folders of level %i, each taken with all that is below it', (level) => {
    expect(circles(graphOf(atLevel(level)))).toEqual([]);
  });

  it('finds a circle of files, and one of folders whose files form none', () => {
    const edges = [
      { from: 'a/one.ts', to: 'b/one.ts' },
      { from: 'b/two.ts', to: 'a/two.ts' },
      { from: 'c.ts', to: 'd.ts' },
      { from: 'd.ts', to: 'c.ts' },
    ];
    expect(circles(graphOf((file) => file, edges))).toEqual(['c.ts -> d.ts -> c.ts']);
    expect(circles(graphOf(dirname, edges))).toEqual(['a -> b -> a']);
    expect(circles(graphOf(atLevel(1), edges.slice(0, 2)))).toEqual(['a -> b -> a']);
  });

  it('reads the imports of the program', () => {
    expect(imports.length).toBeGreaterThan(2_000);
    expect(imports.some(({ typeOnly }) => typeOnly)).toBe(true);
  });
});
