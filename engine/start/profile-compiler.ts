/** Compiles a profile again when more is known of its ERP, and only then. */
import type { EngineEvent } from '../base/events.ts';
import { type CompiledProfile, compile, type ProfileInput } from '../compile/compile.ts';
import type { StatementDescription } from '../sources/source.ts';
import type { SharedCompilations } from './shared-compilations.ts';

/** The knowledge about an ERP. */
export interface ErpKnowledge {
  /** By name: whether a fact of the profile is true. Empty before a source was reached. */
  readonly facts: ReadonlyMap<string, boolean>;
  /** By `pathKey`: the database's description of a statement. */
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
}

export interface ProfileCompiler {
  readonly input: ProfileInput;
  /** The compilation without knowledge of the ERP. It is made with the compiler, and again where it is asked for after its release. */
  initial(): CompiledProfile;
  /** Releases the memory of the initial compilation, when the ERP is known. Without effect where compilations are kept. */
  releaseInitial(): void;
  /** Compiles the profile for an ERP. */
  compile(knowledge: ErpKnowledge): CompiledProfile;
}

export interface CompilerOptions {
  /** Receives `profile_compiled`, once for each compilation. */
  readonly emit?: ((event: EngineEvent) => void) | undefined;
  /** Keeps the compilations, for several engines of one profile. */
  readonly keepCompilations?: boolean;
  /** Compilations that the engines of one process share. */
  readonly shared?: SharedCompilations | undefined;
  /** The initial compilation, where it exists. */
  readonly initial?: CompiledProfile;
}

/** The same for the same knowledge, in whatever order it was found. */
const knowledgeKey = ({ facts, descriptions }: ErpKnowledge): string =>
  JSON.stringify([[...facts].sort(), [...descriptions].sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Creates a compiler for a profile, and compiles the profile for the first time. */
export function createCompiler(input: ProfileInput, options: CompilerOptions = {}): ProfileCompiler {
  const { emit, keepCompilations, shared } = options;
  const kept = new Map<string, CompiledProfile>();

  function compileNow({ facts, descriptions }: ErpKnowledge, compiledInput = input): CompiledProfile {
    const started = performance.now();
    const compiled = compile({ ...compiledInput, descriptions, factValues: facts });
    const ms = Math.round(performance.now() - started);
    emit?.({
      level: 'debug',
      event: 'profile_compiled',
      ms,
      facts: facts.size,
      descriptions: descriptions.size,
      message: `The profile was compiled in ${ms} ms.`,
    });
    return compiled;
  }

  const compileInitial = () => compileNow({ facts: new Map(), descriptions: new Map() });
  let held: CompiledProfile | undefined = options.initial ?? compileInitial();
  const initial = (): CompiledProfile => {
    held ??= compileInitial();
    return held;
  };
  return {
    input,
    initial,
    releaseInitial() {
      if (keepCompilations !== true) held = undefined;
    },
    compile(knowledge) {
      if (knowledge.facts.size === 0 && knowledge.descriptions.size === 0) return initial();
      if (shared !== undefined)
        return shared.compile(input, knowledgeKey(knowledge), (recorded) => compileNow(knowledge, recorded));
      if (keepCompilations !== true) return compileNow(knowledge);
      const key = knowledgeKey(knowledge);
      const compiled = kept.get(key) ?? compileNow(knowledge);
      kept.set(key, compiled);
      return compiled;
    },
  };
}

/** Whether a plan or a finding can depend on a description. */
export function isInformative({ columns, procedures, wholes, unsteady }: StatementDescription): boolean {
  return columns !== undefined || procedures !== undefined || wholes !== undefined || unsteady !== undefined;
}
