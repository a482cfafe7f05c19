/** Marks of versions that last as long as the test. */
import type { VersionMarks } from '../../engine/index.ts';

export function memoryVersions(): VersionMarks {
  const kept = new Map<string, { readonly time: number; readonly version: string }[]>();
  return {
    find: async (name, time) => kept.get(name)?.findLast((mark) => mark.time <= time)?.version,
    keep: async (name, time, version) => {
      kept.set(name, [...(kept.get(name) ?? []), { time, version }]);
    },
  };
}
