/**
 * Every kind of authentication that a profile can declare. All secrets are the setting `secret`, or have the prefix
 * of the tokens that the ERP issues.
 */
import { fixedKinds } from './fixed-kinds.ts';
import type { Kind } from './kind.ts';
import { sessionKinds } from './session-kinds.ts';
import { tokenKinds } from './token-kinds.ts';

export const kinds: readonly Kind[] = [...fixedKinds, ...tokenKinds, ...sessionKinds];
