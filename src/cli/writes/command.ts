/** `engine writes`: what was written into the ERP under which key, and what a person can do about it. */
import type { Command } from 'commander';

import type { Host } from '../../service/host.ts';
import { addList } from './list.ts';
import type { End } from './open-claims.ts';
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

A key that was written answers with its document for ever, also when the ERP has it no more. A released key does not: the next
request with it writes a document of its own, and whatever the key had answered before is left alone in the ERP.

Where nobody knows whether the ERP has the document of a key (unknown, held), look there and say so: resolve it. With
--look the service looks once more.

Exit status: 0 done, or nothing to do; 1 not done; 2 for wrong usage. --format json gives one JSON document.
`;

export function addWrites(program: Command, host: Host, end: End): void {
  const writes = program.command('writes').description('show what was written into the ERP, release and resolve keys');
  writes.addHelpText('after', examples);
  for (const add of [addList, addShow, addRelease, addResolve]) add(writes, host, end);
}
