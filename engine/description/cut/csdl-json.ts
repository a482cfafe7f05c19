/** Cuts `$metadata` in JSON: whole members are left out, and the others stay as they are. */
import { isMap, type Members } from '../../base/members.ts';
import type { CsdlNames } from './csdl-names.ts';

const filtered = (node: Members, keeps: (name: string, value: unknown) => boolean): Members =>
  Object.fromEntries(Object.entries(node).filter(([name, value]) => /^[$@]/.test(name) || keeps(name, value)));

/** The document with the kept names alone. */
export function cutCsdlJson(document: Members, names: CsdlNames): Members {
  const schemas = Object.entries(document).flatMap(([space, schema]) => {
    if (!isMap(schema) || /^[$@]/.test(space)) return [[space, schema] as const];
    const spaces = [space, ...(typeof schema.$Alias === 'string' ? [schema.$Alias] : [])];
    const imports = Object.values(schema)
      .filter(isMap)
      .filter(({ $Kind }) => $Kind === 'EntityContainer')
      .flatMap((container) => Object.entries(container));
    const { $Annotations: _, ...rest } = schema;
    const kept = filtered(rest, (name, value) => {
      const qualified = spaces.map((one) => `${one}.${name}`);
      if (isMap(value)) return value.$Kind === 'EntityContainer' || names.hasType(...qualified);
      const imported = imports.flatMap(([each, one]) =>
        isMap(one) && qualified.some((call) => call === one.$Function || call === one.$Action) ? [each] : [],
      );
      return names.hasCall(...qualified, ...imported);
    });
    const members = Object.entries(kept).map(([name, value]) => [
      name,
      isMap(value) && value.$Kind === 'EntityContainer'
        ? filtered(value, (each) => names.sets.has(each) || names.hasCall(each))
        : value,
    ]);
    return [[space, Object.fromEntries(members)] as const];
  });
  return Object.fromEntries(schemas);
}
