/** Who is let in: no key, wrong keys, the key of the other app. Contract 5. */
import type { Secret } from '../../../../engine/index.ts';
import { type Authorization, bearer, keyFor } from '../../validation/caller.ts';
import { appOf, paths } from '../../validation/endpoint.ts';
import type { Session } from '../session.ts';

/** Headers without a good key, as reports show them. */
function strangers(key: string): readonly Authorization[] {
  return [
    { value: undefined, shown: 'no Authorization header' },
    { value: 'Bearer not-a-key-of-this-service', shown: 'an unknown key' },
    { value: `Bearer ${key}x`, shown: 'the key and one letter more' },
    { value: key, shown: 'the key without its scheme' },
    { value: 'Basic dXNlcjpwYXNz', shown: 'another scheme' },
  ];
}

/** Bodies are empty, so that a service which lets strangers in has nothing to write. */
export async function strangersStayOut(session: Session): Promise<void> {
  const { keys } = session.caller;
  for (const path of paths) {
    await session.check(path, 'a stranger is refused with 401', async (probe) => {
      const all = strangers(keyFor(keys, path)?.reveal() ?? '');
      // The ways to be a stranger are told apart where nothing else can be wrong; elsewhere two of them do.
      for (const authorization of path === '/health' ? all : all.slice(0, 2)) {
        const wanted = { rule: 'unauthorized', statuses: [401], because: authorization.shown } as const;
        await probe.refuse(path, {}, wanted, { authorization });
      }
    });
  }
  for (const path of paths) {
    const app = appOf(path);
    if (app === 'both') continue;
    await session.check(path, 'the key of the other app is refused with 403', async (probe) => {
      const other = app === 'ordering' ? keys.receivables : keys.ordering;
      if (other === undefined) return probe.skip('No key of the other app is given.');
      if (sameKey(keys.ordering, keys.receivables)) return probe.skip('One key is given for both apps.');
      const wanted = { rule: 'other-app', statuses: [403], because: 'the key of the other app' } as const;
      await probe.refuse(path, {}, wanted, { authorization: bearer(other, wanted.because) });
    });
  }
}

const sameKey = (a: Secret | undefined, b: Secret | undefined): boolean => a?.reveal() === b?.reveal();
