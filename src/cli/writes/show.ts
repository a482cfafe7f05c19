/** `engine writes show`. */
import type { Command } from 'commander';

import type { Host } from '../../service/lifecycle/host.ts';
import type { End } from '../shared/store-verbs.ts';
import { writeText } from './text.ts';
import { absent, verbOnOne, withWrites, writeEndpoint } from './with-writes.ts';

/** `engine writes show`: ends with 1 where there is no such write. */
export function addShow(writes: Command, host: Host, end: End): void {
  const command = verbOnOne(writes, { name: 'show', description: 'show one write' });
  command.action(async (endpoint: string, key: string) => {
    writeEndpoint(host, endpoint);
    await withWrites(host, command, end, async (opened) => {
      const { isJson, conclude } = opened;
      const write = await opened.writes.show(endpoint, key);
      if (write === undefined) return conclude(absent(opened, endpoint, key));
      if (!isJson) host.out(writeText(write));
      return conclude({ outcome: 'found', message: '', write });
    });
  });
}
