/** Rows of the durable form of writes: sources without transactions. */
import type { Row } from '../../row.ts';
import { durableSlow, durableStorm } from './busy.ts';
import { durableClock, durableClockOfFile } from './clock.ts';
import { durableCrash, durableUndo } from './crash.ts';
import { durableCut } from './cut.ts';
import { durableDrain } from './drain.ts';
import { durableKill } from './kill.ts';
import { durableLost } from './lost.ts';
import { durableRivals } from './rivals.ts';
import { durableStop, durableStopWithoutKey } from './stop.ts';
import { durableStore } from './store.ts';

export const durableRows: readonly Row[] = [
  durableCrash,
  durableUndo,
  durableKill,
  durableRivals,
  durableCut,
  durableLost,
  durableStop,
  durableStopWithoutKey,
  durableSlow,
  durableStorm,
  durableStore,
  durableDrain,
  durableClock,
  durableClockOfFile,
];
