/** The rows of writes into an SQL database, in the order in which they run. */
import type { Row } from '../row.ts';
import { clock } from './clock.ts';
import { crash } from './crash.ts';
import { cut } from './cut.ts';
import { kill } from './kill.ts';
import { lostCommit } from './lost-commit.ts';
import { rivals, rivalsSharedStore } from './rivals.ts';
import { slow } from './slow.ts';
import { stall } from './stall.ts';
import { stopped } from './stopped.ts';
import { store } from './store.ts';
import { terminate } from './terminate.ts';

export const rows: readonly Row[] = [
  crash,
  kill,
  rivals,
  rivalsSharedStore,
  cut,
  lostCommit,
  stall,
  stopped,
  slow,
  store,
  terminate,
  clock,
];
