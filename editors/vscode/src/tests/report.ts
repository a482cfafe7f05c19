/** The output of `engine test --format json`. */

/** `undefined` where the other text has a further line. */
type ComparedLine =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'different'; readonly expected?: string; readonly received?: string }
  | { readonly kind: 'omitted'; readonly line: number };

export interface ReportedCase {
  readonly verdict: 'passed' | 'failed' | 'not tested' | 'not applicable';
  readonly title: string;
  /** Left out where something prevented the run. */
  readonly endpoint?: string;
  /** `file`: relative to the folder of the run. `line`: from 1. */
  readonly place?: { readonly file: string; readonly line: number };
  readonly reasons: readonly string[];
  readonly comparison: readonly ComparedLine[];
  readonly details: readonly { readonly label: string; readonly text: string }[];
  readonly ms?: number;
}

interface Report {
  readonly profiles: readonly { readonly files: readonly { readonly cases: readonly ReportedCase[] }[] }[];
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'profiles' in value && Array.isArray(value.profiles);

/** All entries of a report; undefined for another text, such as that of an older engine. */
export function readReport(text: string): readonly ReportedCase[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isReport(parsed) ? parsed.profiles.flatMap(({ files }) => files.flatMap(({ cases }) => cases)) : undefined;
  } catch {
    return undefined;
  }
}

/** The texts that were expected and received, for a view of their difference. */
export function comparedTexts(comparison: readonly ComparedLine[]): {
  readonly expected: string;
  readonly received: string;
} {
  const side = (name: 'expected' | 'received'): string =>
    comparison
      .flatMap((line) => {
        if (line.kind === 'same') return [line.text];
        if (line.kind === 'omitted') return ['…'];
        const text = line[name];
        return text === undefined ? [] : [text];
      })
      .join('\n');
  return { expected: side('expected'), received: side('received') };
}
