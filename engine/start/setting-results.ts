/** Results that are computed from settings, and shared by all settings that give the same result. */
import { Secret } from '../base/secret.ts';
import { type ReadSettings, RecordedSettings } from '../compile/recorded-settings.ts';
import type { SettingValue, SettingValues } from '../profile/settings.ts';

/** The text that decides whether two values are equal. */
const valueKey = (value: SettingValue | undefined): string =>
  value instanceof Secret ? `secret ${value.reveal()}` : JSON.stringify(value ?? null);

const namesKey = (settings: SettingValues): string => JSON.stringify([...settings.keys()]);

interface Kept<Result> {
  /** Names of the settings that have a value. */
  readonly names: string;
  /** The values that the computation has read. */
  readonly read: ReadSettings;
  readonly result: WeakRef<Result & object>;
}

/** A result is kept as long as it is used elsewhere. */
export class SettingResults<Result extends object> {
  private kept: readonly Kept<Result>[] = [];

  get isEmpty(): boolean {
    return this.kept.every(({ result }) => result.deref() === undefined);
  }

  /** The result for settings with the values that its computation has read; undefined if there is none. */
  find(settings: SettingValues): Result | undefined {
    const names = namesKey(settings);
    for (const one of this.kept) {
      const result = one.result.deref();
      const isSame =
        one.names === names && [...one.read].every(([name, value]) => valueKey(settings.get(name)) === valueKey(value));
      if (result !== undefined && isSame) return result;
    }
    return undefined;
  }

  /** Computes a result, and keeps it. `compute` must read every value that its result depends on from its parameter before it ends. */
  compute(settings: SettingValues, compute: (settings: SettingValues) => Result): Result {
    const recorded = new RecordedSettings(settings);
    return this.keep(recorded, compute(recorded));
  }

  /** The same for a computation that waits. */
  async computeLater(settings: SettingValues, compute: (settings: SettingValues) => Promise<Result>): Promise<Result> {
    const recorded = new RecordedSettings(settings);
    return this.keep(recorded, await compute(recorded));
  }

  private keep(recorded: RecordedSettings, result: Result): Result {
    recorded.seal();
    const used = this.kept.filter((one) => one.result.deref() !== undefined);
    this.kept = [...used, { names: namesKey(recorded), read: recorded.read, result: new WeakRef(result) }];
    return result;
  }
}
