/** The shipped profiles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../profiles');

/** The folders in `profiles/`, in the order of their names. */
export const shippedProfiles: readonly string[] = readdirSync(folder).sort();

/** The text of a shipped profile. */
export const profileText = (name: string): string => readFileSync(join(folder, name, 'profile.yaml'), 'utf8');
