/** What a run of a proof is restricted to. */
import type { Project } from '../../../../operations/protocol/project.ts';
import type { ProofKind, ProofRequest } from '../../../../operations/protocol/proof.ts';

interface ProofOptionsInput {
  readonly kind: ProofKind;
  readonly project: Project;
  readonly options: Omit<ProofRequest, 'kind'>;
  readonly onChange: (options: Omit<ProofRequest, 'kind'>) => void;
}

/**
 * The inputs of one kind of proof: endpoint and number of mutants for mutation, a text that cases or checks contain for the others, none for
 * drift.
 */
export function ProofOptions({ kind, project, options, onChange }: ProofOptionsInput) {
  if (kind === 'drift') return null;
  if (kind !== 'mutation')
    return (
      <input
        type="search"
        class="narrow"
        aria-label={`Only ${kind === 'cases' ? 'cases' : 'checks'} with this text`}
        placeholder="Only with this text"
        value={options.filter ?? ''}
        onInput={({ currentTarget: { value } }) => onChange({ ...options, filter: value })}
      />
    );
  return (
    <>
      <select
        class="narrow"
        aria-label="Endpoint"
        value={options.endpoint ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...options, endpoint: value === '' ? undefined : value })
        }
      >
        <option value="">All endpoints</option>
        {project.endpoints
          .filter((one) => one.kind !== 'service')
          .map(({ path, title }) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
      </select>
      <select
        class="narrow"
        aria-label="Number of mutants"
        value={String(options.sample ?? '')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...options, sample: value === '' ? undefined : Number(value) })
        }
      >
        {[20, 50, 200].map((count) => (
          <option key={count} value={count}>
            {count} mutants
          </option>
        ))}
        <option value="">All mutants</option>
      </select>
    </>
  );
}
