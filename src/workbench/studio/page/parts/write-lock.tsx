/** Unlocks writes into the ERP, and shows on every view that they are unlocked. The server keeps the state. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import type { WriteLock } from '../../../operations/protocol/write-lock.ts';
import { call, listen } from '../api.ts';

/** The state of the server; undefined until it has answered. */
export function useWriteLock(): WriteLock | undefined {
  const [lock, setLock] = useState<WriteLock>();
  useEffect(() => {
    const load = (): Promise<void> => call(operations.writeLock, {}).then(setLock, () => setLock(undefined));
    void load();
    return listen((event) => {
      if (event.kind === 'writes') setLock(event.lock);
      // The profile may lead to another ERP now, which locks.
      if (event.kind === 'files') void load();
    });
  }, []);
  return lock;
}

const placeOf = ({ targets }: WriteLock): string =>
  targets.map(({ source, address }) => `${source}: ${address}`).join('; ');

/** A part of the header while writes are unlocked. */
export function UnlockedBanner({ lock }: { readonly lock: WriteLock | undefined }) {
  if (lock?.isUnlocked !== true) return null;
  return (
    <div class="unlocked row" role="status">
      <strong>Writes are unlocked</strong>
      <span class="small mono" title={placeOf(lock)}>
        {placeOf(lock)}
      </span>
      <button type="button" class="small" onClick={() => call(operations.lockWrites, {})}>
        Lock
      </button>
    </div>
  );
}

/** Opens the dialog in which the name of the profile has to be typed. */
export function UnlockButton({ lock }: { readonly lock: WriteLock }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const unlock = async (): Promise<void> => {
    try {
      await call(operations.unlockWrites, { name });
      dialog.current?.close();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <>
      <button type="button" class="plain small" onClick={() => dialog.current?.showModal()}>
        Unlock writes…
      </button>
      <dialog ref={dialog} aria-labelledby="unlock-title" onClose={() => setName('')}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void unlock();
          }}
        >
          <h3 id="unlock-title">Unlock writes for this session</h3>
          <p>
            Afterwards a call can change this ERP, as a call of the platform does. It cannot be undone here. Writes stay
            unlocked until you lock them, or until the studio ends.
          </p>
          <ul class="small mono">
            {lock.targets.map(({ source, address }) => (
              <li key={source}>
                {source}: {address}
              </li>
            ))}
          </ul>
          <label for="unlock-name">
            Type <strong>{lock.name}</strong> to unlock
          </label>
          <input
            id="unlock-name"
            value={name}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              setError(undefined);
            }}
          />
          {error !== undefined && (
            <p class="notice bad small" role="alert">
              {error}
            </p>
          )}
          <div class="row">
            <button type="button" class="spread" onClick={() => dialog.current?.close()}>
              Keep rehearsing
            </button>
            <button type="submit" class="danger" disabled={name === ''}>
              Unlock writes
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
