/** A context that reports findings about a profile outside of its compilation. */
import type { ProfileInput } from '../compile/compile.ts';
import { type CompileContext, createContext } from '../compile/context/context.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { selectVariants, type VariantSelection } from '../profile/select-variants.ts';

/** Adds its findings to `diagnostics`. `choice`: the variants of the profile; by default those without any known fact. */
export function createReportingContext(
  input: ProfileInput,
  diagnostics: Diagnostic[],
  choice: VariantSelection = selectVariants(input.profile, new Map()),
): CompileContext {
  return createContext({ ...input, descriptions: new Map() }, choice, diagnostics);
}
