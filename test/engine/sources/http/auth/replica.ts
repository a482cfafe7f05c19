/** A replica in a separate process: sends a given number of requests, and prints their results. */
import { Secret } from '../../../../../engine/index.ts';
import { storeAddress } from '../../../../../src/service/config/store-address.ts';
import { createCipher } from '../../../../../src/service/state/cipher.ts';
import { openServerDatabase } from '../../../../../src/service/state/server-database.ts';
import { openAccess } from '../../../../../src/service/state/store-access.ts';
import { createTokens } from '../../../../../src/service/state/tokens.ts';
import { bench } from './double.ts';
import { tokenOf } from './rotating.ts';

const [store = '', key = '', url = '', count = '1'] = process.argv.slice(2);
const address = storeAddress(store, '/');
if (address?.kind !== 'server') throw new Error('Replicas share a store on a server.');
const database = await openServerDatabase(address);
const access = await openAccess({ database, emit: () => undefined, now: Date.now });
const tokens = createTokens(access, createCipher(new Secret(key)), Date.now);
const { send, auth } = bench(url, { token: tokenOf(url) }, { tokens });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const replies = await Promise.all(Array.from({ length: Number(count) }, () => send('/a', 'GET', 30_000)));
process.stdout.write(`${JSON.stringify(replies.map(({ status }) => status))}\n`);
await auth.close();
await access.close();
process.exit(0);
