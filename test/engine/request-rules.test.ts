/** A process compiles its profile several times, but the schemas of the contract only once. */
import { expect, it } from 'vitest';
import { compileRules } from '../../engine/shape/request-rules.ts';
import { contract } from '../../src/contract/index.ts';

it('the rules of a request are made once for each version of the contract', () => {
  for (const endpoint of contract.endpoints) {
    const rules = compileRules(contract, endpoint);
    expect(compileRules({ ...contract }, { ...endpoint })).toBe(rules);
    const next = compileRules({ ...contract, version: '2' }, endpoint);
    expect([...next.broken(endpoint.request, { schemaVersion: '1' }).keys()]).toContain('schemaVersion');
    expect([...rules.broken(endpoint.request, { schemaVersion: '1' }).keys()]).not.toContain('schemaVersion');
  }
});
