/** `engine writes release`. */
import { type Command, Option } from 'commander';

import type { Host } from '../../service/lifecycle/host.ts';
import { releaseConsequence, resultOf } from '../../service/lifecycle/write-actions.ts';
import { confirm, type End, requireConfirmable } from '../shared/store-verbs.ts';
import { writeText } from './text.ts';
import { absent, verbOnOne, verbResult, withWrites, writeEndpoint } from './with-writes.ts';

interface ReleaseFlags {
  readonly yes?: true;
  readonly format: string;
}

const action = { kind: 'release' } as const;

/** `engine writes release`: asks for confirmation where a second document is possible. A key that is free already is a success. */
export function addRelease(writes: Command, host: Host, end: End): void {
  const description = 'free a key, so that the next request with it writes a new document';
  const command = verbOnOne(writes, { name: 'release', description }).addOption(
    new Option('--yes', 'do not ask for confirmation'),
  );
  command.action(async (endpoint: string, key: string) => {
    const flags = command.opts<ReleaseFlags>();
    writeEndpoint(host, endpoint);
    requireConfirmable(host, flags);
    await withWrites(host, command, end, async (opened) => {
      const { isJson, conclude } = opened;
      const print = (text: string): void => {
        if (!isJson) host.out(text);
      };
      const write = await opened.writes.show(endpoint, key);
      if (write === undefined) return conclude(absent(opened, endpoint, key));
      print(`${writeText(write)}\n`);
      if (write.state.kind === 'free') return conclude(verbResult(resultOf(action, { kind: 'unneeded', write })));
      const warning = releaseConsequence(write);
      if (warning !== undefined) print(`${warning}\n`);
      if (warning !== undefined && !(await confirm(host, flags.yes, 'Release it?'))) {
        host.out('Nothing was changed.\n');
        return 1;
      }
      const released = await opened.writes.release(write);
      if (released.kind === 'absent') return conclude(absent(opened, endpoint, key));
      return conclude(verbResult(resultOf(action, released)));
    });
  });
}
