/** `engine writes show`. */
import type { Command } from 'commander';

import type { Host } from '../../service/host.ts';
import { absent, type End, known, verbOnOne, withWrites } from './open-claims.ts';
import { writeText } from './text.ts';

export function addShow(writes: Command, host: Host, end: End): void {
  const command = verbOnOne(writes, 'show', 'show one write');
  command.action(async (endpoint: string, key: string) => {
    known(host, endpoint);
    await withWrites(host, command, end, async (opened) => {
      const { isJson, tell } = opened;
      const write = await opened.writes.show(endpoint, key);
      if (write === undefined) return tell(absent(opened, endpoint, key));
      if (!isJson) host.out(writeText(write));
      return tell({ outcome: 'found', message: '', write });
    });
  });
}
