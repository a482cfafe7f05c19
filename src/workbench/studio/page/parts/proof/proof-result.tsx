/** One result of a proof, with what was expected and received side by side. */
import { useState } from 'preact/hooks';
import { operations } from '../../../../operations/protocol/operations.ts';
import type { Board, Project } from '../../../../operations/protocol/project.ts';
import type { ProofEntry, ProofKind } from '../../../../operations/protocol/proof.ts';
import { call } from '../../api.ts';
import type { Resource } from '../../resource.ts';
import { go, linkTo } from '../../route.ts';
import { type CallsState, shownRequest } from '../calls.ts';
import { CompareTable } from '../compare-table.tsx';
import { duration } from '../duration.ts';
import { ScrolledText } from '../scrolled-text.tsx';
import { verdictTones, verdictWord } from '../verdicts.tsx';
import { presentedProofs } from './proof-kinds.ts';

interface ProofResultInput {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly entry: ProofEntry;
  readonly calls: CallsState;
}

/** The verdict of one entry with its place, reasons, comparison and details. The place is a link if its file is one of the project. */
export function ProofResult({ kind, project, board, entry, calls }: ProofResultInput) {
  const { verdict, title, endpoint, place, reasons, comparison, details, ms } = entry;
  const isFile = place !== undefined && project.files.some(({ path }) => path === place.file);
  return (
    <section class="panel answer proof-entry" aria-label="Result">
      <h3>{title}</h3>
      <p class="row wrap small">
        <span class={`badge ${verdictTones[verdict]}`}>{verdictWord(kind, verdict)}</span>
        {endpoint !== undefined && <EndpointLink path={endpoint} board={board} />}
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
      <CaseActions {...{ project, entry, calls }} />
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {comparison.length > 0 && <CompareTable heads={presentedProofs[kind].heads} lines={comparison} />}
      {details.map(({ label, text }) => (
        <details key={label} open={verdict === 'passed'}>
          <summary>{label}</summary>
          <ScrolledText text={text} />
        </details>
      ))}
      {verdict === 'passed' && reasons.length === 0 && details.length === 0 && <p class="quiet">It is as expected.</p>}
    </section>
  );
}

/** The path of an endpoint; it leads to its lines, if the profile itself has them. */
function EndpointLink({ path, board }: { readonly path: string; readonly board: Resource<Board> }) {
  const place = board.value?.rows.find((row) => row.path === path)?.place;
  if (place === undefined) return <span class="mono">{path}</span>;
  return (
    <a class="plain mono" href={linkTo('profile', { file: place.file, line: place.line })}>
      {path}
    </a>
  );
}

/** What can be done with the result of a case: its request is tried on the ERP, or its answer becomes the expected one. */
function CaseActions({ project, entry, calls }: Omit<ProofResultInput, 'kind' | 'board'>) {
  const [said, setSaid] = useState<string>();
  const { endpoint: path, request, place, verdict, comparison } = entry;
  const endpoint = project.endpoints.find((one) => one.path === path);
  if (request === undefined || endpoint === undefined || place === undefined) return null;
  const openInTry = (): void => {
    calls.change(endpoint, shownRequest(endpoint, request));
    go('try', { endpoint: endpoint.path });
  };
  const accept = (): void => {
    call(operations.acceptAnswer, place).then(
      () => setSaid('The case expects the received answer now.'),
      (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <>
      <div class="row wrap">
        <button type="button" onClick={openInTry}>
          Open in Try
        </button>
        {verdict === 'failed' && comparison.length > 0 && (
          <button type="button" title="Writes the received answer into the case" onClick={accept}>
            Accept what was received
          </button>
        )}
      </div>
      {said !== undefined && (
        <p class="small" role="status">
          {said}
        </p>
      )}
    </>
  );
}
