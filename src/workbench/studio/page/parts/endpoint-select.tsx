/** The choice of an endpoint. */
import type { ShownEndpoint } from '../../../operations/protocol/project.ts';

interface EndpointSelectInput {
  readonly endpoints: readonly ShownEndpoint[];
  /** The path of the chosen one. */
  readonly path: string;
  readonly onPick: (path: string) => void;
}

/** A list of the endpoints with their titles and paths. */
export function EndpointSelect({ endpoints, path: chosen, onPick }: EndpointSelectInput) {
  return (
    <select aria-label="Endpoint" value={chosen} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
      {endpoints.map(({ path, title }) => (
        <option key={path} value={path}>
          {title} ({path})
        </option>
      ))}
    </select>
  );
}
