/** Every kind of authentication that a profile can declare. All secrets are the setting `secret`, or begin like the tokens that the ERP gives. */
import { fixedKinds } from './fixedKinds.ts';
import type { Kind } from './kind.ts';
import { sessionKinds } from './sessionKinds.ts';
import { tokenKinds } from './tokenKinds.ts';

export const kinds: readonly Kind[] = [...fixedKinds, ...tokenKinds, ...sessionKinds];
