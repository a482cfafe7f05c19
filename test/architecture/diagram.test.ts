/** The diagram of docs/architecture.md against the imports of the program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, sourceFiles } from '../support/source-imports.ts';

type Edge = readonly [from: string, to: string];

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const diagram = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

/** Nodes are declared as `id["engine/run"]`, arrows as `a --> b & c`. */
function edgesOf(text: string): readonly Edge[] {
  const labels = new Map(
    [...text.matchAll(/^\s*(\w+)\["?([^"\]]+)"?\]/gm)].map(([, id = '', label = '']) => [id, label]),
  );
  const labelOf = (id: string): string => labels.get(id) ?? `unknown node ${id}`;
  return [...text.matchAll(/^\s*(\w+) --> ([\w &]+)$/gm)].flatMap(([, from = '', targets = '']) =>
    targets.split('&').map((target): Edge => [labelOf(from), labelOf(target.trim())]),
  );
}

/** The folder or file that a file belongs to in the diagram. Of the service and the workbench, each part is a node. */
const nodeOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^src\/(service|workbench)\//.test(file) ? 3 : 2)
    .join('/');

const drawn = edgesOf(diagram);
const imported: readonly Edge[] = sourceFiles('engine', 'src')
  .flatMap((source) => source.imports)
  .filter(({ to }) => /^(engine|src)\//.test(to))
  .map(({ from, to }): Edge => [nodeOf(from), nodeOf(to)])
  .filter(([from, to]) => from !== to);

const text = ([from, to]: Edge): string => `${from} --> ${to}`;

function reachable(start: string, edges: readonly Edge[]): ReadonlySet<string> {
  const reachedNodes = new Set<string>();
  const queue = [start];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const [from, to] of edges) {
      if (from !== node || reachedNodes.has(to)) continue;
      reachedNodes.add(to);
      queue.push(to);
    }
  }
  return reachedNodes;
}

it('each arrow of the diagram is an import', () => {
  expect(drawn.length).toBeGreaterThan(15);
  const existing = new Set(imported.map(text));
  expect(drawn.map(text).filter((edge) => !existing.has(edge))).toEqual([]);
});

it('each import between folders follows the arrows of the diagram', () => {
  const missing = imported.filter(([from, to]) => !reachable(from, drawn).has(to));
  expect([...new Set(missing.map(text))]).toEqual([]);
});
