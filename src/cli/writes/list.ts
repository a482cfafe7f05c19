/** `engine writes list`. */
import { type Command, InvalidArgumentError, Option } from 'commander';

import type { Host } from '../../service/host.ts';
import { documentOf, writeJson } from './json.ts';
import { type End, known, reasonOf, verb, withWrites } from './open-claims.ts';
import { listText, storeText, unclaimedText } from './text.ts';

interface ListFlags {
  readonly endpoint?: string;
  readonly since?: string;
  readonly limit: number;
}

export function addList(writes: Command, host: Host, end: End): void {
  const command = verb(writes, 'list', 'list writes, newest first', ['--endpoint /payments/push --since 2026-05-01'])
    .addOption(new Option('--endpoint <path>', 'of this endpoint alone'))
    .addOption(new Option('--since <time>', 'written at or after it: 2026-05-01, or with a time').argParser(instant))
    .addOption(new Option('--limit <number>', 'at most so many').argParser(count).default(50));
  command.action(async () => {
    const { endpoint, since, limit } = command.opts<ListFlags>();
    const wanted = endpoint && known(host, endpoint);
    await withWrites(host, command, end, async ({ writes: opened, isJson, storeFault, store }) => {
      // One more than is shown tells whether there are more.
      const { writes: found, unread: unreadPlaces } = await opened.list({ endpoint: wanted, since, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const more = found.length > limit;
      const unclaimed = opened.unclaimed(wanted);
      const isStored = opened.stored(wanted);
      const failures = unreadPlaces.map(({ place, error }) => ({ place, reason: reasonOf(error) }));
      if (isJson) {
        const unreadStore = storeFault === undefined ? [] : [{ place: 'the store', reason: storeFault.message }];
        const unread = [...unreadStore, ...failures];
        host.out(documentOf({ writes: shown.map(writeJson), more, unclaimed, unread, store: isStored ? store : null }));
      } else {
        for (const { place, reason } of failures)
          host.err(`engine: the writes in ${place} cannot be read: ${reason}\n`);
        if (unclaimed.length > 0) host.err(`${unclaimedText(unclaimed)}\n`);
        const isMissing = isStored && storeFault === undefined && !store.kept;
        if (isMissing) host.err(`engine: ${storeText(store)}\n`);
        const isWhole = failures.length === 0 && storeFault === undefined && unclaimed.length === 0 && !isMissing;
        const nothing = `Nothing was written.${isStored ? ` ${storeText(store)}` : ''}\n`;
        host.out(shown.length === 0 && isWhole ? nothing : listText(shown, more));
      }
      return failures.length > 0 || unclaimed.length > 0 || storeFault !== undefined ? 1 : 0;
    });
  });
}

function count(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  return number;
}

function instant(text: string): string {
  const isZoned = /(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(text.includes('T') && !isZoned ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a day or a time in UTC, such as 2026-05-01T12:00.');
  return new Date(time).toISOString();
}
