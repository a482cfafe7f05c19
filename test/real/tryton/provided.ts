/** Tryton on the PostgreSQL server of the test run. */
import { missingTryton } from '../../../profiles/tryton/double/python.ts';
import { providedUrl } from '../../support/provided.ts';
import type { RealErp } from '../erp.ts';
import { openTryton } from './start.ts';

const missing = await missingTryton();

/** False, with the reason on stderr, if this machine does not have Tryton. */
export const hasTryton: boolean = missing === undefined;
if (missing !== undefined)
  process.stderr.write(`Tests with a real Tryton are skipped: ${missing.reason}. ${missing.cure}\n`);

/** A filled Tryton of its own, which ends with `end`. */
export async function provideTryton(end: AsyncDisposableStack): Promise<RealErp> {
  const erp = await openTryton(providedUrl('postgresUrl'));
  end.defer(() => erp.close());
  return erp;
}
