/** Settings that record which of their values a compilation reads: the compilation then serves every company that has the same ones. */
import type { SettingValue, SettingValues } from '../profile/settings.ts';

/** By name: the values that were read. Undefined for a setting without a value. */
export type ReadSettings = ReadonlyMap<string, SettingValue | undefined>;

/** Names are not recorded: they are known without a value. */
export class RecordedSettings implements SettingValues {
  private readonly names: ReadonlySet<string>;
  private readonly recorded = new Map<string, SettingValue | undefined>();
  /** Undefined after `seal`: a compilation keeps no other value of the company that it was made for, such as a secret. */
  private all: SettingValues | undefined;

  constructor(all: SettingValues) {
    this.names = new Set(all.keys());
    this.all = all;
  }

  get read(): ReadSettings {
    return this.recorded;
  }

  /** Ends the recording. From then on a read of a value that was not read before throws. */
  seal(): void {
    this.all = undefined;
  }

  get size(): number {
    return this.names.size;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  keys(): ReturnType<SettingValues['keys']> {
    return this.names.keys();
  }

  get(name: string): SettingValue | undefined {
    if (!this.recorded.has(name)) {
      if (this.all === undefined) throw new Error(`invariant: the setting ${name} was read after the compilation`);
      this.recorded.set(name, this.all.get(name));
    }
    return this.recorded.get(name);
  }

  entries(): ReturnType<SettingValues['entries']> {
    return this.copy().entries();
  }

  values(): ReturnType<SettingValues['values']> {
    return this.copy().values();
  }

  forEach(...given: Parameters<SettingValues['forEach']>): void {
    this.copy().forEach(...given);
  }

  [Symbol.iterator](): ReturnType<SettingValues['entries']> {
    return this.entries();
  }

  /** With all values, which are recorded as read. */
  private copy(): SettingValues {
    const copied = new Map<string, SettingValue>();
    for (const name of this.names) {
      const value = this.get(name);
      if (value !== undefined) copied.set(name, value);
    }
    return copied;
  }
}
