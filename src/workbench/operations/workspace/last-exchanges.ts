/** The exchanges of the last calls of the session, for completion. */
import { oncePer } from '../../../../engine/tools/index.ts';
import type { KnownExchange } from '../../language/index.ts';
import { ranExchanges } from '../../lsp/ran-exchanges.ts';
import type { KeptCall, SessionRecords } from './session-records.ts';

const exchangesOf = oncePer(({ path, record }: KeptCall) => ranExchanges(path, record), new WeakMap());

/** The exchanges of the kept calls, those of the newest call first. */
export const lastExchanges = ({ calls }: SessionRecords): readonly KnownExchange[] =>
  [...calls.values()].toReversed().flatMap(exchangesOf);
