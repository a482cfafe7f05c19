/** Mistakes that do not prevent a start, planted in the demo one at a time: what detects each one without any case. */
import { demoReplay } from './silent-demo.ts';
import { silentFaults } from './silent-faults.ts';
import { describeSilentFaults } from './silent-suite.ts';

describeSilentFaults('demo', silentFaults, demoReplay);
