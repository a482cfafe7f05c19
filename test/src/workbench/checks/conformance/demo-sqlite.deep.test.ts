import { conformanceOfDemo } from './demo.ts';

conformanceOfDemo('sqlite');
