/** The content security policy forbids code from texts, which zod would try first. Imported before any schema is created. */
import { z } from 'zod';

z.config({ jitless: true });
