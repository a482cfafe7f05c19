/** A context that reports findings about a profile outside of its compilation. */
import type { Path } from '../base/place.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { type CompileContext, createContext } from '../compile/context/context.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { selectVariants, type VariantSelection } from '../profile/select-variants.ts';

/** Reports a read that returns no columns. */
export const reportNoColumns = (context: CompileContext, path: Path): void =>
  context.report('SQL408', { path, message: 'This read returns no columns.', hint: 'Name its columns after SELECT.' });

/** Adds its findings to `diagnostics`. `choice`: the variants of the profile; by default those without any known fact. */
export function createReportingContext(
  input: ProfileInput,
  diagnostics: Diagnostic[],
  choice: VariantSelection = selectVariants(input.profile, new Map()),
): CompileContext {
  return createContext({ ...input, descriptions: new Map() }, choice, diagnostics);
}
