/** `engine writes release`. */
import { type Command, Option } from 'commander';

import type { Change } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/host.ts';
import { writeText } from './text.ts';
import {
  absent,
  confirm,
  type End,
  requireConfirmable,
  type VerbResult,
  verbOnOne,
  withWrites,
  writeEndpoint,
} from './with-writes.ts';

interface ReleaseFlags {
  readonly yes?: true;
  readonly format: string;
}

const isFree = 'The key is already free. Nothing was changed.';

function resultOf(change: Exclude<Change, { readonly kind: 'absent' }>): VerbResult {
  switch (change.kind) {
    case 'changed':
      return { outcome: 'released', message: 'Released.', write: change.after };
    case 'unneeded':
      return { outcome: 'unneeded', message: isFree, write: change.write };
    case 'refused':
      return { outcome: 'refused', message: `${change.reason}\nNothing was changed.`, write: change.write };
    case 'overtaken': {
      const message = 'The write has changed since it was shown. Nothing was changed. See: engine writes show';
      return { outcome: 'overtaken', message, write: change.write };
    }
  }
}

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
      if (write.state.kind === 'free') return conclude({ outcome: 'unneeded', message: isFree, write });
      if (write.state.kind === 'done')
        print(
          'After the release, the next request with this key writes a second document. The first one stays in the ERP.\n',
        );
      const isDamaged = write.state.kind === 'held' && write.source !== undefined;
      const mayHaveDocument = write.state.kind === 'half done' || isDamaged;
      if (mayHaveDocument)
        print(
          'After the release, the next request with this key finds the completed steps, or writes the document again.\n',
        );
      const hasDocument = write.state.kind === 'done' || mayHaveDocument;
      if (hasDocument && !(await confirm(host, flags.yes, 'Release it?'))) {
        host.out('Nothing was changed.\n');
        return 1;
      }
      const change = await opened.writes.release(write);
      if (change.kind === 'absent') return conclude(absent(opened, endpoint, key));
      return conclude(resultOf(change));
    });
  });
}
