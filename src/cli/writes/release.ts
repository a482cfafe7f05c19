/** `engine writes release`. */
import { type Command, Option } from 'commander';

import type { Change } from '../../../engine/index.ts';
import type { Host } from '../../service/host.ts';
import { absent, type End, isWanted, known, needsWord, type Told, verbOnOne, withWrites } from './open-claims.ts';
import { writeText } from './text.ts';

interface ReleaseFlags {
  readonly yes?: true;
  readonly format: string;
}

const isFree = 'The key is free already. Nothing was changed.';

function told(change: Exclude<Change, { readonly kind: 'absent' }>): Told {
  switch (change.kind) {
    case 'changed':
      return { outcome: 'released', message: 'Released.', write: change.after };
    case 'unneeded':
      return { outcome: 'unneeded', message: isFree, write: change.write };
    case 'refused':
      return { outcome: 'refused', message: `${change.reason}\nNothing was changed.`, write: change.write };
    case 'overtaken': {
      const message = 'It has changed since it was shown, so that nothing was changed. Look again: engine writes show';
      return { outcome: 'overtaken', message, write: change.write };
    }
  }
}

export function addRelease(writes: Command, host: Host, end: End): void {
  const description = 'free a key, so that the next request with it writes another document';
  const command = verbOnOne(writes, 'release', description).addOption(new Option('--yes', 'do not ask'));
  command.action(async (endpoint: string, key: string) => {
    const flags = command.opts<ReleaseFlags>();
    known(host, endpoint);
    needsWord(host, flags);
    await withWrites(host, command, end, async (opened) => {
      const { isJson, tell } = opened;
      const say = (text: string): void => {
        if (!isJson) host.out(text);
      };
      const write = await opened.writes.show(endpoint, key);
      if (write === undefined) return tell(absent(opened, endpoint, key));
      say(`${writeText(write)}\n`);
      if (write.state.kind === 'free') return tell({ outcome: 'unneeded', message: isFree, write });
      if (write.state.kind === 'done')
        say(
          'Released, the next request with this key writes a second document, beside this one where the ERP still has it.\n',
        );
      if (write.state.kind === 'half done')
        say('Released, the next request with this key finds what was completed, or writes the document anew.\n');
      const mayBe = write.state.kind === 'done' || write.state.kind === 'half done';
      if (mayBe && !(await isWanted(host, flags.yes, 'Release it?'))) {
        host.out('Nothing was changed.\n');
        return 1;
      }
      const change = await opened.writes.release(write);
      if (change.kind === 'absent') return tell(absent(opened, endpoint, key));
      return tell(told(change));
    });
  });
}
