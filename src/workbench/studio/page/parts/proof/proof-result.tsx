/** One result of a proof, with what was expected and received side by side. */
import type { Project } from '../../../../operations/protocol/project.ts';
import type { ProofEntry, ProofKind } from '../../../../operations/protocol/proof.ts';
import { linkTo } from '../../route.ts';
import { CompareTable } from '../compare-table.tsx';
import { duration } from '../duration.ts';
import { ScrolledText } from '../scrolled-text.tsx';
import { verdictTones, verdictWord } from '../verdicts.tsx';
import { presentedProofs } from './proof-kinds.ts';

/** The verdict of one entry with its place, reasons, comparison and details. The place is a link if its file is one of the project. */
export function ProofResult({
  kind,
  project,
  entry,
}: {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly entry: ProofEntry;
}) {
  const { verdict, title, endpoint, place, reasons, comparison, details, ms } = entry;
  const isFile = place !== undefined && project.files.some(({ path }) => path === place.file);
  return (
    <section class="panel answer proof-entry" aria-label="Result">
      <h3>{title}</h3>
      <p class="row wrap small">
        <span class={`badge ${verdictTones[verdict]}`}>{verdictWord(kind, verdict)}</span>
        {endpoint !== undefined && <span class="mono">{endpoint}</span>}
        {ms !== undefined && <span class="quiet">{duration(ms)}</span>}
        {place !== undefined && isFile && (
          <a class="plain mono" href={linkTo('profile', { file: place.file, line: place.line })}>
            {place.file}:{place.line}
          </a>
        )}
        {place !== undefined && !isFile && (
          <span class="mono quiet">
            {place.file}:{place.line}
          </span>
        )}
      </p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {comparison.length > 0 && <CompareTable heads={presentedProofs[kind].heads} lines={comparison} />}
      {details.map(({ label, text }) => (
        <details key={label}>
          <summary>{label}</summary>
          <ScrolledText text={text} />
        </details>
      ))}
      {verdict === 'passed' && reasons.length === 0 && <p class="quiet">It is as expected.</p>}
    </section>
  );
}
