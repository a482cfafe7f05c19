import { conformanceOfDemo } from './demo.ts';

conformanceOfDemo('postgres');
