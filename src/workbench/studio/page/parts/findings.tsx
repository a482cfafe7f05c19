/** Findings about the profile as a list. */
import type { ShownFinding } from '../../../operations/protocol/findings.ts';
import type { Fix } from '../../../operations/protocol/language.ts';
import { go } from '../route.ts';
import type { CurableFinding } from './language/checked.ts';

const toneOf: Readonly<Record<ShownFinding['severity'], string>> = {
  error: 'bad',
  warning: 'warn',
  advice: 'accent',
};

/** Opens the line of a finding in the editor. */
export function openPlace(place: NonNullable<ShownFinding['place']>): void {
  go('profile', { file: place.file, line: place.line, column: place.column });
}

/** Characters of a message above which it is shown in part until its finding has the focus: one about all missing endpoints has 500. */
const mostCharacters = 240;

interface FindingListInput {
  readonly findings: readonly CurableFinding[];
  /** Cures a finding; undefined where no text is edited. */
  readonly onFix?: ((fix: Fix) => void) | undefined;
}

/** A list of findings in the given order. A click opens the line of a finding in the editor. With `onFix`, each has buttons for its fixes. */
export function FindingList({ findings, onFix }: FindingListInput) {
  if (findings.length === 0) return <p class="empty">No findings.</p>;
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.place?.line} ${finding.place?.column} ${finding.message}`}>
          <button type="button" onClick={() => finding.place && openPlace(finding.place)}>
            <span class="row">
              <span class={`badge ${toneOf[finding.severity]}`}>
                {finding.severity} {finding.code}
              </span>
              {finding.place && (
                <span class="quiet small spread">
                  {finding.place.file}:{finding.place.line}
                </span>
              )}
            </span>
            <p class={finding.message.length > mostCharacters ? 'long' : ''}>{finding.message}</p>
            <p class="quiet small">{finding.hint}</p>
          </button>
          {onFix !== undefined &&
            finding.fixes?.map((fix) => (
              <button key={fix.title} type="button" class="plain small fix" onClick={() => onFix(fix)}>
                {fix.title}
              </button>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** `2 errors, 1 warning` as badges; nothing for none. */
export function CountBadges({ counts }: { readonly counts: Readonly<Record<ShownFinding['severity'], number>> }) {
  return (
    <span class="row">
      {(['error', 'warning', 'advice'] as const)
        .filter((severity) => counts[severity] > 0)
        .map((severity) => (
          <span key={severity} class={`badge ${toneOf[severity]}`}>
            {counts[severity]} {severity === 'advice' || counts[severity] === 1 ? severity : `${severity}s`}
          </span>
        ))}
    </span>
  );
}

/** The number of findings of each severity. */
export function countsOf(findings: readonly ShownFinding[]): Readonly<Record<ShownFinding['severity'], number>> {
  const countOf = (severity: ShownFinding['severity']): number =>
    findings.filter((one) => one.severity === severity).length;
  return { error: countOf('error'), warning: countOf('warning'), advice: countOf('advice') };
}
