/** Which errors leave a connection in an unknown state. */
import { SourceError } from '../../source.ts';

/** True where the connection must be destroyed: it broke, or a statement on it was given up. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof SourceError && error.connectionLost;
}
