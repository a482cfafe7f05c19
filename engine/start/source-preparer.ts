/**
 * The state of an engine's ERP. Preparations run one after the other: each one extends the state of the previous one.
 */

import type { EngineEvent } from '../base/events.ts';
import { createQueue } from '../base/queue.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Runtime } from '../run/runtime/runtime.ts';
import type { AnySource } from './any-source.ts';
import { type PreparationOptions, type PreparedErp, prepareSources, unpreparedErp } from './prepare-sources.ts';

export interface SourcePreparer {
  erp(): PreparedErp;
  runtime(): Runtime;
  /** Prepares the reachable sources. `unreachable`: by source, the reason. */
  prepare(sources: ReadonlyMap<string, AnySource>): Promise<{
    readonly diagnostics: readonly Diagnostic[];
    readonly unreachable: ReadonlyMap<string, string>;
  }>;
}

interface PreparerOptions extends PreparationOptions {
  readonly emit: (event: EngineEvent) => void;
  readonly runtimeOf: (erp: PreparedErp) => Runtime;
}

/** Until the first `prepare`, `erp` and `runtime` are those of an ERP about which nothing is known. */
export function createPreparer(options: PreparerOptions): SourcePreparer {
  const { compiler, emit, runtimeOf } = options;
  let erp = unpreparedErp(compiler);
  let runtime = runtimeOf(erp);
  const inOrder = createQueue();

  async function prepareNow(sources: ReadonlyMap<string, AnySource>) {
    const { diagnostics, ...prepared } = await prepareSources(sources, erp, options);
    const unreachable = new Map([...prepared.unreachable].map(([source, { message }]) => [source, message]));
    for (const [source, message] of unreachable) emit({ level: 'warn', event: 'source_unreachable', source, message });
    if (prepared.erp === erp) return { diagnostics, unreachable };
    erp = prepared.erp;
    // A service with many companies would hold two compilations for each.
    compiler.releaseInitial();
    runtime = runtimeOf(erp);
    for (const [source, facts] of prepared.facts) {
      if (facts.size === 0 || !erp.ready.has(source)) continue;
      const message = `The facts that the source ${source} decides are known.`;
      emit({ level: 'info', event: 'facts_read', source, facts: Object.fromEntries(facts), message });
    }
    return { diagnostics, unreachable };
  }

  return {
    erp: () => erp,
    runtime: () => runtime,
    prepare: (sources) => inOrder(() => prepareNow(sources)),
  };
}
