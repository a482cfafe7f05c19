/** All rows of the harness, in the order in which they run. */
import type { Row } from '../row.ts';

export const rows: readonly Row[] = [];
