import { joinFqn } from '../fqn';
import type { NamedPart } from '../schema/named-parts';

/** Every accepted spelling of the columns: names, paths with and without quotes, FQNs. */
export function columnNames(columns: readonly NamedPart[]): Set<string> {
  const names = new Set<string>();
  const add = (parts: readonly NamedPart[], above: readonly string[]): void => {
    for (const { name, fullyQualifiedName, children = [] } of parts) {
      if (name === undefined) continue;
      const path = [...above, name];
      for (const spelling of [name, path.join('.'), joinFqn(undefined, ...path), fullyQualifiedName])
        if (spelling !== undefined) names.add(spelling);
      add(children, path);
    }
  };
  add(columns, []);
  return names;
}
