/** Each kind of authentication, from the keys of a profile to the check by the ERP. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../../engine/sources/http/double.ts';
import { guarded } from './erp.ts';
import { kinds } from './kinds.ts';

afterEach(closeAll);

const rows = '{"schemaVersion":"1","rows":[{"id":"7","lines":[]}]}';

describe('a profile', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    'with %s opens the door, once for all requests, and again when it was shut',
    async (_name, kind) => {
      const { engine, erp, gate } = await guarded(kind, { secret: "p's&w+rd" });
      const all = async () => {
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => engine.call('/all', { query: 'é & b' })));
        expect(outcomes).toEqual(Array(10).fill({ ok: true, json: rows }));
      };
      await all();
      const entries = kind.entry === undefined ? 0 : 1;
      expect(gate.entries()).toBe(entries);
      gate.end();
      await all();
      expect(gate.entries()).toBe(2 * entries);
      await engine.close();
      const out = erp.seen.filter(({ target }) => target.startsWith('/logout')).length;
      expect(out).toBe(JSON.stringify(kind.auth('')).includes('/logout') ? 1 : 0);
    },
  );

  const passwords = kinds.filter(({ secret }) => secret === undefined);
  it.each(passwords.map((kind) => [kind.name, kind] as const))(
    'with a wrong secret for %s is refused, in words for an operator',
    async (_name, kind) => {
      const { engine, erp } = await guarded(kind, { secret: 'right', given: 'wrong' });
      for (let time = 0; time < 3; time += 1) {
        expect(await engine.call('/all', {})).toEqual({
          ok: false,
          problem: { kind: 'broken', message: 'The ERP refused the access of this service.' },
          cause: expect.objectContaining({ level: 'error' }),
        });
      }
      // What asks for a way in asks once: accounts are locked after few tries.
      expect(erp.seen).toHaveLength(kind.entry === undefined ? 3 : 1);
    },
  );
});
