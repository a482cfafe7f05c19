import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../engine/profile/index.ts';
import { installationOf } from '../../engine/start/index.ts';
import { contract } from '../../src/contract/index.ts';

const shop = readFileSync(join(import.meta.dirname, '../../examples/first-profile/shop.yaml'), 'utf8');
const settings = 'settings:\n  company: { env: COMPANY, default: DE }\n  branch: { env: BRANCH, default: north }\n';

/** What stands for an installation without a name; `parts` are those of its profile. */
function unnamed(parts: string, environment: Readonly<Record<string, string>> = {}): string {
  const text = shop.replace(/^endpoints:/m, `${settings}parts:\n  active: aktiv = 1\n${parts}\nendpoints:`);
  const { loaded } = loadProfile(text, 'shop.yaml', environment, 'start');
  if (loaded === undefined) throw new Error('the profile itself is right');
  return installationOf(undefined, { ...loaded, contract });
}

describe('an installation without a name', () => {
  const items = '  ITEM: { table: "${company}_item" }';

  it('is identified by the settings in its table names', () => {
    expect(unnamed(items, { COMPANY: 'AT' })).not.toBe(unnamed(items, { COMPANY: 'DE' }));
    expect(unnamed(items, { BRANCH: 'south' })).toBe(unnamed(items, { BRANCH: 'north' }));
  });

  it('stays the same when its profile uses additional tables', () => {
    const more = `${items}\n  ORDERS: { table: "\${company}_orders" }\n  CURRENCY: { table: currency }`;
    expect(unnamed(more)).toBe(unnamed(items));
    expect(unnamed('  CURRENCY: { table: currency }')).toBe(unnamed('  other: "1 = 1"'));
  });

  it('has the keys of no other one', () => {
    const both = '  ITEM: { table: "${company}_${branch}" }';
    expect(unnamed(both, { COMPANY: 'a', BRANCH: 'b' })).not.toBe(unnamed(both, { COMPANY: 'b', BRANCH: 'a' }));
  });
});
