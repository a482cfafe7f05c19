/** `engine writes list`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Write } from '../../../engine/tools/index.ts';

import type { Host } from '../../service/lifecycle/host.ts';
import { reasonOf, storeText, unclaimedText } from '../../service/lifecycle/write-texts.ts';
import { documentOf, type End, timeOf } from '../shared/store-verbs.ts';
import { writeJson } from './json.ts';
import { listText } from './text.ts';
import { type OpenedWrites, verb, withWrites, writeEndpoint } from './with-writes.ts';

interface ListFlags {
  readonly endpoint?: string;
  readonly since?: string;
  readonly limit: number;
}

interface Listing {
  readonly writes: readonly Write[];
  /** Whether there are more than `--limit`. */
  readonly more: boolean;
  /** Sources that keep no claims. */
  readonly unclaimed: readonly string[];
  /** Databases whose claims cannot be read. */
  readonly failures: readonly { readonly place: string; readonly reason: string }[];
  /** Whether the store may have claims of these writes. */
  readonly isStored: boolean;
}

/** `engine writes list`: ends with 1 where a source or the store could not be read completely. */
export function addList(writes: Command, host: Host, end: End): void {
  const examples = ['--endpoint /payments/push --since 2026-05-01'];
  const command = verb(writes, { name: 'list', description: 'list writes, newest first', examples })
    .addOption(new Option('--endpoint <path>', 'only writes of this endpoint'))
    .addOption(
      new Option('--since <time>', 'only writes at or after this time: 2026-05-01, or with a time').argParser((text) =>
        new Date(timeOf(text)).toISOString(),
      ),
    )
    .addOption(new Option('--limit <number>', 'largest number of writes').argParser(count).default(50));
  command.action(async () => {
    const flags = command.opts<ListFlags>();
    if (flags.endpoint !== undefined) writeEndpoint(host, flags.endpoint);
    await withWrites(host, command, end, async (opened) => {
      const listing = await listWrites(opened, flags);
      if (opened.isJson) printJson(host, opened, listing);
      else printText(host, opened, listing);
      const isComplete =
        listing.failures.length === 0 && listing.unclaimed.length === 0 && opened.storeFault === undefined;
      return isComplete ? 0 : 1;
    });
  });
}

async function listWrites({ writes }: OpenedWrites, { endpoint, since, limit }: ListFlags): Promise<Listing> {
  // One more than is shown, to find out whether there are more.
  const { writes: listed, unread } = await writes.list({ endpoint, since, limit: limit + 1 });
  return {
    writes: listed.slice(0, limit),
    more: listed.length > limit,
    unclaimed: writes.unclaimed(endpoint),
    failures: unread.map(({ place, error }) => ({ place, reason: reasonOf(error) })),
    isStored: writes.stored(endpoint),
  };
}

function printJson(host: Host, { storeFault, store }: OpenedWrites, listing: Listing): void {
  const { writes, more, unclaimed, failures, isStored } = listing;
  const unreadStore = storeFault === undefined ? [] : [{ place: 'the store', reason: storeFault.message }];
  const unread = [...unreadStore, ...failures];
  host.out(documentOf({ writes: writes.map(writeJson), more, unclaimed, unread, store: isStored ? store : null }));
}

function printText(host: Host, { storeFault, store }: OpenedWrites, listing: Listing): void {
  const { writes, more, unclaimed, failures, isStored } = listing;
  for (const { place, reason } of failures) host.err(`engine: the writes in ${place} cannot be read: ${reason}\n`);
  if (unclaimed.length > 0) host.err(`${unclaimedText(unclaimed)}\n`);
  const isMissing = isStored && storeFault === undefined && !store.kept;
  if (isMissing) host.err(`engine: ${storeText(store)}\n`);
  const isComplete = failures.length === 0 && storeFault === undefined && unclaimed.length === 0 && !isMissing;
  const emptyText = `Nothing was written.${isStored ? ` ${storeText(store)}` : ''}\n`;
  host.out(writes.length === 0 && isComplete ? emptyText : listText(writes, more));
}

function count(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  return number;
}
