/** All rows of the harness, in the order in which they run. */
import type { Row } from '../row.ts';
import { cut } from './cut.ts';
import { kill } from './kill.ts';
import { lostCommit } from './lost-commit.ts';
import { rivals, rivalsSharedStore } from './rivals.ts';

export const rows: readonly Row[] = [kill, cut, lostCommit, rivals, rivalsSharedStore];
