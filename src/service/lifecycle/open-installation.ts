/** Opens an installation: its store, and the engine that uses it. For serving, and for verbs that call the engine. */
import type { Diagnostic, Engine, EngineInput, Secret } from '../../../engine/index.ts';
import type { StoreAddress } from '../config/store-address.ts';
import type { Emit } from '../events/events.ts';
import type { OpenEngine } from '../server/engine-api.ts';
import { openStore, type Store } from '../state/store.ts';

/** The engine's options that the store provides. */
type StorePorts = Partial<Pick<EngineInput, 'tokens' | 'rates' | 'slots' | 'durable'>> &
  Pick<EngineInput, 'bookmarks' | 'versions'>;

export interface InstallationInput {
  /** The engine's entry point, or a stand-in for it. */
  readonly openEngine: OpenEngine;
  readonly store: { readonly address: StoreAddress; readonly key?: Secret | undefined };
  /** Undefined if there is no profile to open: then only the store is checked. */
  readonly engine: Omit<EngineInput, keyof StorePorts | 'emit' | 'now'> | undefined;
  /** The ports that the engine gets. */
  readonly ports: (store: Store) => StorePorts;
  /** Called before the engine is opened. */
  readonly prepareStore?: (store: Store) => Promise<void>;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type OpenedInstallation =
  | {
      readonly ok: true;
      /** Not started yet. */
      readonly engine: Engine;
      readonly store: Store;
      /** Warnings about the profile. */
      readonly diagnostics: readonly Diagnostic[];
      /** Texts that the findings point into. */
      readonly sources: ReadonlyMap<string, string>;
      /** Closes the engine, then the store. */
      close(): Promise<void>;
    }
  | {
      readonly ok: false;
      readonly storeFindings: readonly Diagnostic[];
      readonly profileFindings: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    };

/** All ports of a store. `clock`: milliseconds since the epoch, by a monotonic clock. */
export function allPorts(clock: () => number): InstallationInput['ports'] {
  return ({ bookmarks, versions, tokens, rates, slots, claims }) => {
    return { bookmarks, versions, tokens, rates, slots, durable: { claims, clock } };
  };
}

/** Opens the store, then the engine. If one cannot be opened, closes the other and gives the findings. */
export async function openInstallation(input: InstallationInput): Promise<OpenedInstallation> {
  const { emit, now } = input;
  const none = new Map<string, string>();
  const opened = await openStore({ ...input.store, emit, now });
  if (!opened.ok) return { ok: false, storeFindings: [opened.diagnostic], profileFindings: [], sources: none };
  const { store } = opened;
  try {
    if (input.engine === undefined) {
      await store.close();
      return { ok: false, storeFindings: [], profileFindings: [], sources: none };
    }
    await input.prepareStore?.(store);
    const compiled = await input.openEngine({ ...input.engine, ...input.ports(store), emit, now });
    const { diagnostics, sources } = compiled;
    if (!compiled.ok) {
      await store.close();
      return { ok: false, storeFindings: [], profileFindings: diagnostics, sources };
    }
    const { engine } = compiled;
    const close = async (): Promise<void> => {
      await engine.close();
      await store.close();
    };
    return { ok: true, engine, store, diagnostics, sources, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
