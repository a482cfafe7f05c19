/** The valid credentials of the API for operators. Reads their file again when it changes. */
import { isGone } from '../../config/environment.ts';
import { watchFiles } from '../../config/file-watcher.ts';
import { findingLine } from '../../config/findings-log.ts';
import { loadOperatorKeys, type OperatorKey } from '../../config/operator-keys.ts';
import type { Emit } from '../../events/events.ts';

interface OperatorKeyring {
  keys(): readonly OperatorKey[];
  stop(): void;
}

/** A file with an error changes nothing; one that is missing or empty ends all credentials. */
export function createOperatorKeyring(file: string, emit: Emit): OperatorKeyring {
  let { keys } = loadOperatorKeys(file);
  const watch = watchFiles(
    () => [file],
    () => {
      const fresh = loadOperatorKeys(file);
      const [error] = fresh.diagnostics;
      if (error === undefined || isGone(file)) keys = fresh.keys;
      if (error === undefined) return;
      const kept = isGone(file) ? 'No credential is valid.' : 'The previous credentials stay valid.';
      const findings = fresh.diagnostics.map(findingLine);
      emit({ level: 'error', event: 'reload_failed', what: 'operators', reason: `${error.message} ${kept}`, findings });
    },
  );
  return { keys: () => keys, stop: watch.stop };
}
