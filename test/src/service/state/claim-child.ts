/**
 * A process that raises the epoch of a claim, so many times that it succeeds, against rivals that do the same. Arguments: address of the
 * store, id of the claim, number of successes. Prints how often it was too late.
 */
import { openOperatorStore } from '../../../../src/service/state/operator-store.ts';
import { addressOf } from './address-of.ts';

const [address = '', id = '', wanted = '0'] = process.argv.slice(2);
const opened = await openOperatorStore(addressOf(address));
if (!opened.ok || opened.claims === undefined) throw new Error('The store has no claims.');
let late = 0;
for (let done = 0; done < Number(wanted); ) {
  const { claim } = await opened.claims.read(id);
  if (claim === undefined) throw new Error('There is no claim.');
  const won = await opened.claims.change(id, claim.revision, { state: { kind: 'absent' }, epoch: claim.epoch + 1 });
  if (won) done += 1;
  else late += 1;
}
await opened.close();
process.stdout.write(String(late));
