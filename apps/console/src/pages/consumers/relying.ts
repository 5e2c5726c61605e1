import type { Consumer } from '../../api/governance/consumers';
import { counted } from '../../ui/changes/value-words';

/** A column whose children may be declared by themselves. */
interface Promised {
  readonly name: string;
  readonly children?: readonly Promised[] | undefined;
}

const quoted = (name: string): string => (/[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The path of a column by its names, from the outermost inwards. */
export const columnPath = (names: readonly string[]): string => names.map(quoted).join('.');

/** Columns by the paths with which consumers declare them, nested ones by dots. */
export function columnPaths(columns: readonly Promised[], above = ''): string[] {
  return columns.flatMap(({ name, children = [] }) => {
    const path = `${above}${quoted(name)}`;
    return [path, ...columnPaths(children, `${path}.`)];
  });
}

/**
 * Consumers of a column: of the whole contract, of the column, of its ancestors or of nested columns. Expired declarations do not count.
 */
export function consumersOf(path: string, consumers: readonly Consumer[]): readonly Consumer[] {
  return consumers.filter(({ columns = [], expired }) => {
    if (expired === true) return false;
    const concerns = (one: string) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`);
    return columns.length === 0 || columns.some(concerns);
  });
}

/** Names the consumers of a column; a dash where it has none. */
export function relyingText(path: string, consumers: readonly Consumer[]): string {
  const names = consumersOf(path, consumers).map(({ party }) => party?.displayName ?? party?.name);
  const known = names.filter((name) => name !== undefined);
  const hidden = names.length - known.length;
  const parts = [...known, ...(hidden > 0 ? [`${counted(hidden, 'consumer')} hidden from you`] : [])];
  return parts.length > 0 ? parts.join(', ') : '–';
}
