/** `engine writes`: lists the writes into the ERP by their keys; releases and resolves keys. */
import type { Command } from 'commander';

import type { Host } from '../../service/lifecycle/host.ts';
import type { End } from '../shared/store-verbs.ts';
import { addList } from './list.ts';
import { addRelease } from './release.ts';
import { addResolve } from './resolve.ts';
import { addShow } from './show.ts';

const examples = `
Examples:
  engine writes list --endpoint /payments/push --since 2026-05-01
  engine writes show /sale-draft PO-2026-0317
  engine writes release /sale-draft PO-2026-0317
  engine writes resolve /sale-draft PO-2026-0317 --not-written
  engine writes resolve /sale-draft PO-2026-0317 --look

Every request with a written key gets the same answer, even after the document was deleted in the ERP. Releasing a key ends that: the next
request with it writes a new document. The previous document stays in the ERP.

If it is not known whether the ERP has the document of a key (states unknown and held), check the ERP and resolve the write. --look makes
the running service look it up again.

Exit status: 0 on success, also if nothing had to be done; 1 on failure; 2 for wrong usage. --format json prints one JSON document.
`;

/** `engine writes`, with its four verbs. */
export function addWrites(program: Command, host: Host, end: End): void {
  const writes = program.command('writes').description('list and show writes into the ERP; release and resolve keys');
  writes.addHelpText('after', examples);
  for (const add of [addList, addShow, addRelease, addResolve]) add(writes, host, end);
}
