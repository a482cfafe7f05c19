/** Checks files with cases and engine.yaml by the validators of `engine test` and of the service. */
import { noBases } from '../../../../engine/index.ts';
import { declaredBy, loadCases } from '../../../../engine/tools/index.ts';
import { fileFindings } from '../workspace/findings.ts';
import type { LanguagePorts } from '../workspace/ports.ts';
import type { CheckedProfile } from '../workspace/profile-state.ts';

type Declared = ReturnType<typeof declaredBy>;

/** What a profile declares, by its last check: it is the same for each letter of a case. */
const declarations = new WeakMap<CheckedProfile, { readonly declared: Declared }>();

function declaredIn(checked: CheckedProfile, { contract }: LanguagePorts): Declared {
  const before = declarations.get(checked);
  if (before !== undefined) return before.declared;
  const declared = declaredBy(checked.text, checked.bases, contract);
  declarations.set(checked, { declared });
  return declared;
}

const withoutProfile = { bases: noBases, scopes: new Map(), described: new Map() };

/** The faults of a file with cases, as `engine test` reports them. `profile`: its last check. The files of the result are those of the profile, too: the findings depend on them. */
export function checkCases(
  file: string,
  text: string,
  profile: CheckedProfile | undefined,
  ports: LanguagePorts,
): CheckedProfile {
  const name = ports.nameOf(file);
  const declared = profile && declaredIn(profile, ports);
  const { diagnostics } = loadCases(text, name, ports.contract, declared);
  const findings = fileFindings(diagnostics, new Map([[name, text]]), file, ports.fileOf);
  return { ...withoutProfile, text, findings, files: [file, ...(profile?.files ?? [])] };
}

/** The faults of engine.yaml by itself: keys, types and values. */
export function checkConfiguration(file: string, text: string, ports: LanguagePorts): CheckedProfile {
  const name = ports.nameOf(file);
  const diagnostics = ports.configuration?.check(name, text) ?? [];
  const findings = fileFindings(diagnostics, new Map([[name, text]]), file, ports.fileOf);
  return { ...withoutProfile, text, findings, files: [file] };
}
