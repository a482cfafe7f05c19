/** Overlays: merged, replaced and refused values, and the reported place of each one. */
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../engine/base/place.ts';
import { mergeFiles } from './merged.ts';

const base = `profile: base
settings: { a: { default: 1 }, b: { default: 2 } }
sources:
  erp:
    sql: sqlite
    connection: { file: base.db, create: [schema.sql, "\${own}"] }
    absent: [1753-01-01]
endpoints:
  /pricing/resolve:
    first:
      - { name: own price, query: SELECT 1 }
      - { name: list price, query: SELECT 2 }
  /sale-draft:
    key: { max: 30 }
    write:
      - order: { exec: INSERT 1 }
      - line: { exec: INSERT 2, each: { line: $lines } }
`;

async function merge(overlay: string) {
  const { document, diagnostics } = await mergeFiles({ 'base.yaml': base, 'acme.yaml': overlay }, 'acme.yaml');
  const at = (path: Path): unknown =>
    path.reduce<unknown>(
      (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
      document?.value,
    );
  const line = (path: Path, target?: 'key'): string => {
    const place = document?.place(path, target);
    return `${place?.file}:${place?.line}:${place?.column}`;
  };
  return { at, line, codes: diagnostics.map(({ code, place }) => `${code} ${place?.line}:${place?.column}`) };
}

describe('what an overlay says', () => {
  it('is put into the maps of the base, key by key, and takes the place of all else', async () => {
    const { at, codes } = await merge(`extends: ./base.yaml
profile: acme
settings: { b: { env: B }, c: { default: 3 } }
sources: { erp: { absent: [""] } }
`);
    expect(codes).toEqual([]);
    expect(at(['profile'])).toBe('acme');
    expect(at(['settings'])).toEqual({ a: { default: 1 }, b: { default: 2, env: 'B' }, c: { default: 3 } });
    expect(at(['sources', 'erp', 'absent'])).toEqual(['']);
    expect(at(['sources', 'erp', 'sql'])).toBe('sqlite');
    expect(at(['extends'])).toBeUndefined();
  });

  it('takes names away, or all that the base has in a map', async () => {
    const { at, codes } = await merge(`extends: ./base.yaml
settings: { $without: [a] }
endpoints:
  /sale-draft: { $without: all, unavailable: drafts are made by hand }
`);
    expect(codes).toEqual([]);
    expect(at(['settings'])).toEqual({ b: { default: 2 } });
    expect(at(['endpoints', '/sale-draft'])).toEqual({ unavailable: 'drafts are made by hand' });
  });

  it('changes entries of a list by their names, and adds others where they belong', async () => {
    const { at, codes } = await merge(`extends: ./base.yaml
sources: { erp: { absent: { $after: [""] } } }
endpoints:
  /pricing/resolve:
    first:
      $without: [own price]
      $before list price: [{ query: SELECT 0 }]
      list price: { query: SELECT 3 }
  /sale-draft:
    write:
      line: { exec: INSERT 3 }
      $before: [{ first: { exec: INSERT 4 } }]
      $after order: [{ next: { exec: INSERT 5 } }]
      $after: [{ last: { exec: INSERT 6 } }]
`);
    expect(codes).toEqual([]);
    expect(at(['sources', 'erp', 'absent'])).toEqual(['1753-01-01', '']);
    expect(at(['endpoints', '/pricing/resolve', 'first'])).toEqual([
      { query: 'SELECT 0' },
      { name: 'list price', query: 'SELECT 3' },
    ]);
    expect(at(['endpoints', '/sale-draft', 'write'])).toEqual([
      { first: { exec: 'INSERT 4' } },
      { order: { exec: 'INSERT 1' } },
      { next: { exec: 'INSERT 5' } },
      { line: { exec: 'INSERT 3', each: { line: '$lines' } } },
      { last: { exec: 'INSERT 6' } },
    ]);
  });

  it('replaces a list by a map that names none of its entries', async () => {
    const { at, codes } = await merge('extends: ./base.yaml\nsources: { erp: { absent: { any: map } } }\n');
    expect(codes).toEqual([]);
    expect(at(['sources', 'erp', 'absent'])).toEqual({ any: 'map' });
  });
});

describe('places', () => {
  it('are those of the file that a piece was written in', async () => {
    const { line } = await merge(`extends: ./base.yaml
settings:
  b: { env: B }
endpoints:
  /sale-draft:
    write:
      $before:
        - first: { exec: INSERT 4 }
      line: { exec: INSERT 3 }
`);
    expect(line(['profile'])).toBe('base.yaml:1:10');
    expect(line(['settings', 'a', 'default'])).toBe('base.yaml:2:27');
    expect(line(['settings', 'b'], 'key')).toBe('acme.yaml:3:3');
    expect(line(['settings', 'b', 'default'])).toBe('base.yaml:2:46');
    expect(line(['settings', 'b', 'env'], 'key')).toBe('acme.yaml:3:8');
    // Behind the step that the overlay has put first.
    expect(line(['endpoints', '/sale-draft', 'write', 0, 'first', 'exec'])).toBe('acme.yaml:8:26');
    expect(line(['endpoints', '/sale-draft', 'write', 1, 'order', 'exec'])).toBe('base.yaml:16:24');
    expect(line(['endpoints', '/sale-draft', 'write', 2, 'line', 'exec'])).toBe('acme.yaml:9:21');
    expect(line(['endpoints', '/sale-draft', 'write', 2, 'line', 'each', 'line'])).toBe('base.yaml:17:47');
    // What is not there is missing where the nearest file has the map.
    expect(line(['endpoints', '/sale-draft', 'find'], 'key')).toBe('acme.yaml:5:3');
    expect(line(['sources', 'erp', 'clock'], 'key')).toBe('base.yaml:4:3');
  });
});

describe('several overlays, one upon the other', () => {
  it('are merged from the last base on, and each one can change everything below it', async () => {
    const files = {
      'shared/base.yaml': base,
      'shared/middle.yaml':
        'extends: ./base.yaml\ntitle: middle\nsettings: { $without: [a], c: { default: 3 } }\nendpoints: { /sale-draft: { write: { $after: [{ mark: { exec: INSERT 7 } }] } } }\n',
      'acme.yaml':
        'extends: ./shared/middle.yaml\nsettings: { c: { default: 4 } }\nendpoints: { /sale-draft: { write: { $without: [order], mark: { exec: INSERT 8 } } } }\n',
    };
    const { document, diagnostics, bases } = await mergeFiles(files, 'acme.yaml');
    expect(diagnostics).toEqual([]);
    expect(bases.folders.map((folder) => folder.split('/').at(-1))).toEqual(['shared', 'shared']);
    expect(document?.value).toMatchObject({
      title: 'middle',
      settings: { b: { default: 2 }, c: { default: 4 } },
      endpoints: {
        '/sale-draft': {
          write: [{ line: { exec: 'INSERT 2' } }, { mark: { exec: 'INSERT 8' } }],
        },
      },
    });
    expect(document?.value).not.toHaveProperty('settings.a');
    expect(document?.place(['title'])).toMatchObject({ file: 'shared/middle.yaml', line: 2 });
    expect(document?.place(['endpoints', '/sale-draft', 'write', 0, 'line', 'exec'])).toMatchObject({
      file: 'shared/base.yaml',
      line: 17,
    });
    // What the base names beside it stays there; what a setting gives does not.
    expect(document?.value).toHaveProperty('sources.erp.connection', {
      file: 'shared/base.db',
      create: ['shared/schema.sql', '${own}'],
    });
  });

  it.each([
    ['itself', { 'acme.yaml': 'extends: ./acme.yaml\n' }, 'MAP131 acme.yaml:1:10'],
    [
      'a profile that extends it',
      { 'acme.yaml': 'extends: ./base.yaml\n', 'base.yaml': 'title: base\nextends: acme.yaml\n' },
      'MAP131 base.yaml:2:10',
    ],
    ['a file that is not there', { 'acme.yaml': 'title: x\nextends: ./bas.yaml\n' }, 'CFG508 acme.yaml:2:10'],
    [
      'a file that is no YAML',
      { 'acme.yaml': 'extends: ./base.yaml\n', 'base.yaml': 'a: [\n' },
      'YAML101 base.yaml:1:4',
    ],
  ])('cannot extend %s', async (_name, files, expected) => {
    const { document, diagnostics } = await mergeFiles(files, 'acme.yaml');
    expect(document).toBeUndefined();
    expect(diagnostics.map(({ code, place }) => `${code} ${place?.file}:${place?.line}:${place?.column}`)).toEqual([
      expected,
    ]);
  });
});
