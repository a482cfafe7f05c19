/** Tokens of ERPs that an operator stores before the first start, for tests. */
import { Secret } from '../../../engine/index.ts';
import { firstToken, readTokenNames, type TokenNamesInput } from '../../../engine/tools/index.ts';
import type { Store } from '../../service/state/store.ts';

/** Stores the tokens that an operator stores before the first start. */
export async function storeTestTokens(
  run: Omit<TokenNamesInput, 'installation'>,
  installation: string,
  store: Store,
): Promise<void> {
  const tokenNames = await readTokenNames({ ...run, installation });
  if (!tokenNames.ok) return;
  for (const name of tokenNames.names.values())
    await store.tokens?.put(name, firstToken(new Secret('token-of-a-test')));
}
