/** The wall clock of a process, which can be set while it runs. */
import { debianFile } from '../support/debian-package.ts';

export const faketimeLibrary = (): Promise<string> =>
  debianFile('libfaketime', 'usr/lib/*/faketime/libfaketimeMT.so.1');

/** Why no clock can be set on this machine, and what to do; undefined where it can. */
export async function lacksFaketime(): Promise<string | undefined> {
  try {
    await faketimeLibrary();
    return undefined;
  } catch (error) {
    return `The package libfaketime cannot be had: ${error instanceof Error ? error.message : error}. Run it where apt-get can download it once.`;
  }
}

/**
 * Environment of a process whose wall clock is as far away as the file says, `+3600` or `-1.5` seconds. It is set as an administrator
 * does: the clock that counts from the start of the machine goes on.
 */
export function wallClock(library: string, file: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
