/** Mistakes that do not prevent a start, planted in the demo one at a time: what detects each one without any case. */
import { vi } from 'vitest';
import { demoReplay } from './silent-demo.ts';
import { silentFaults } from './silent-faults.ts';
import { describeSilentFaults } from './silent-suite.ts';

vi.setConfig({ testTimeout: 240_000 });

describeSilentFaults('demo', silentFaults, demoReplay);
