/** The valid API keys. Reads them again when one of their files changes. */

import type { Key } from '../config/api-keys.ts';
import { type Fingerprints, watchFiles } from '../config/file-watcher.ts';
import { findingLine } from '../config/findings-log.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Emit } from '../events/events.ts';

type KeyConfig = Pick<LoadedConfig, 'keys' | 'keyFiles' | 'keyFault' | 'goneKeyFiles'>;

interface KeyringOptions {
  readonly config: KeyConfig;
  /** Reads the configuration again. Undefined if it has no such service any more: the keys stay valid until a restart. */
  readonly reload: () => KeyConfig | undefined;
  readonly emit: Emit;
  /** Of the files when `config` was read. */
  readonly since?: Fingerprints | undefined;
  /** Time that a file may be missing or empty before its keys are revoked, in milliseconds. */
  readonly grace?: number;
}

interface Keyring {
  keys(): readonly Key[];
  /** Uses the keys of a configuration that was read again. */
  use(fresh: KeyConfig): void;
  stop(): void;
}

/** Whether each key is still there, with its name, app and end. */
function losesNone(before: readonly Key[], after: readonly Key[]): boolean {
  const identity = ({ name, app, digest, until }: Key): string => JSON.stringify([name, app, [...digest], until]);
  const kept = new Set(after.map(identity));
  return before.every((key) => kept.has(identity(key)));
}

/**
 * Watches the files with keys. A file with an error changes nothing. A file that is missing or empty is either being written or meant to
 * revoke its keys: they stay valid for the time of `grace`.
 */
export function createKeyring({ config, reload, emit, since, grace = 10_000 }: KeyringOptions): Keyring {
  let current = config;
  /** Missing files whose keys will be revoked. */
  let pending: { readonly files: string; readonly timer: NodeJS.Timeout } | undefined;
  const cancelRevocation = (): void => {
    clearTimeout(pending?.timer);
    pending = undefined;
  };

  const readAgain = (isGraceOver: boolean, fresh = reload()): void => {
    if (fresh === undefined) return;
    if (fresh.keyFault !== undefined) {
      cancelRevocation();
      const { message, hint } = fresh.keyFault;
      const reason = `${message} The previous keys stay valid. ${hint}`;
      emit({ level: 'error', event: 'reload_failed', what: 'keys', reason, findings: [findingLine(fresh.keyFault)] });
      return;
    }
    const gone = fresh.goneKeyFiles.filter((file) => !current.goneKeyFiles.includes(file));
    const files = gone.join(', ');
    if (gone.length > 0 && losesNone(current.keys, fresh.keys)) {
      cancelRevocation();
      current = fresh;
      const message = `Missing or empty: ${files}. No key comes from there: the keys stay valid.`;
      emit({ level: 'warn', event: 'keys_missing', files: gone, message });
      return;
    }
    if (gone.length > 0 && pending?.files !== files) {
      cancelRevocation();
      pending = { files, timer: setTimeout(() => readAgain(true), grace).unref() };
      const message = `Missing or empty: ${files}. The keys from there stay valid for ${grace / 1_000} s and are then revoked.`;
      emit({ level: 'warn', event: 'keys_missing', files: gone, message });
      return;
    }
    if (gone.length > 0 && !isGraceOver) return;
    cancelRevocation();
    current = fresh;
    const keys = current.keys.map(({ name }) => name);
    if (gone.length === 0) {
      emit({ level: 'info', event: 'keys_reloaded', keys });
      return;
    }
    const message = `Still missing or empty: ${files}. The keys from there are refused from now on. If that is not intended, restore the files.`;
    emit({ level: 'error', event: 'keys_revoked', files: gone, keys, message });
  };

  const watch = watchFiles(
    () => current.keyFiles,
    () => readAgain(false),
    since,
  );
  return {
    keys: () => current.keys,
    use(fresh) {
      const isSame = losesNone(current.keys, fresh.keys) && losesNone(fresh.keys, current.keys);
      if (isSame) current = fresh;
      else readAgain(false, fresh);
    },
    stop: () => {
      watch.stop();
      cancelRevocation();
    },
  };
}
