/** The keys in force: read again when a file that keys come from changes. */

import type { Key } from '../config/api-keys.ts';
import type { LoadedConfig } from '../config/load.ts';
import { watchFiles } from '../config/watch.ts';
import type { Emit } from '../events/events.ts';

export type KeyConfig = Pick<LoadedConfig, 'keys' | 'keyFiles' | 'keyFault' | 'goneKeyFiles'>;

export interface KeyringOptions {
  readonly config: KeyConfig;
  /** Reads the configuration again. */
  readonly reload: () => KeyConfig;
  readonly emit: Emit;
  /** Milliseconds that a file may be missing or empty before its keys are revoked. */
  readonly grace?: number;
}

export interface Keyring {
  keys(): readonly Key[];
  stop(): void;
}

/**
 * Watches the files of keys. A file with a fault changes nothing, since half a list is nobody's intention. One that is gone or
 * empty is either being written or was meant to revoke what it held: its keys stay for the `grace`, and end with it.
 */
export function createKeyring({ config, reload, emit, grace = 10_000 }: KeyringOptions): Keyring {
  let current = config;
  let awaited: { readonly files: string; readonly timer: NodeJS.Timeout } | undefined;
  const stopWaiting = (): void => {
    clearTimeout(awaited?.timer);
    awaited = undefined;
  };

  const look = (due: boolean): void => {
    const fresh = reload();
    if (fresh.keyFault !== undefined) {
      stopWaiting();
      const { message, hint } = fresh.keyFault;
      const reason = `${message} The keys in force stay. ${hint}`;
      emit({ level: 'error', event: 'reload_failed', what: 'keys', reason });
      return;
    }
    const gone = fresh.goneKeyFiles.filter((file) => !current.goneKeyFiles.includes(file));
    const files = gone.join(', ');
    if (gone.length > 0 && awaited?.files !== files) {
      stopWaiting();
      awaited = { files, timer: setTimeout(() => look(true), grace).unref() };
      const message = `Missing or empty: ${files}. The keys in force stay for ${grace / 1_000} s, then those that came from there are revoked.`;
      emit({ level: 'warn', event: 'keys_missing', files: gone, message });
      return;
    }
    if (gone.length > 0 && !due) return;
    stopWaiting();
    current = fresh;
    const keys = current.keys.map(({ name }) => name);
    if (gone.length === 0) {
      emit({ level: 'info', event: 'keys_reloaded', keys });
      return;
    }
    const message = `Still missing or empty: ${files}. The keys that came from there are refused from now on. If that is not meant, put them back.`;
    emit({ level: 'error', event: 'keys_revoked', files: gone, keys, message });
  };

  const watch = watchFiles(
    () => current.keyFiles,
    () => look(false),
  );
  return {
    keys: () => current.keys,
    stop: () => {
      watch.stop();
      stopWaiting();
    },
  };
}
