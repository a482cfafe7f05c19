/** The coverage of profiles, from an lcov tracefile. */

/** Lines count from 1. */
interface CoveredFile {
  readonly file: string;
  readonly lines: readonly { readonly line: number; readonly times: number }[];
}

/** The files of a tracefile with their lines. */
export function readLcov(text: string): readonly CoveredFile[] {
  return text.split('end_of_record').flatMap((record): readonly CoveredFile[] => {
    const file = /^SF:(.+)$/m.exec(record)?.[1];
    if (file === undefined) return [];
    const lines = [...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, times]) => ({
      line: Number(line),
      times: Number(times),
    }));
    return [{ file, lines }];
  });
}
