import { sameJson } from '@app/common';
import type { Members } from './proposal';

interface Named {
  readonly name?: unknown;
}

/** An operation of a JSON Patch. */
export interface EditOperation {
  readonly op: 'add' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/**
 * The patch that brings a change to the contract as it is now: of each member, of `schema` each column, what the change says where it changed
 * what it was made of, else what is there now.
 *
 * @param base the members that change, before
 * @param edits the same, after
 * @param current the contract as it is now
 */
export function editsAsPatch(
  base: Members,
  edits: Members,
  current: Readonly<Record<string, unknown>>,
): EditOperation[] {
  return Object.entries(edits).flatMap(([name, value]): EditOperation[] => {
    const path = `/${name}`;
    const next = name === 'schema' ? mergedColumns(base.schema, value, current.schema) : value;
    if (next === null) return current[name] === undefined ? [] : [{ op: 'remove', path }];
    return [{ op: 'add', path, value: next }];
  });
}

/** Columns by name: those of the change, where it changed them or added them; else as they are now. */
function mergedColumns(before: unknown, after: unknown, now: unknown): unknown {
  if (!Array.isArray(after) || !Array.isArray(now)) return after;
  const old = byName(before);
  const present = byName(now);
  const proposed = byName(after);
  const kept = (after as readonly Named[]).flatMap((column): Named[] => {
    const was = old.get(column.name);
    if (was === undefined || !sameJson(was, column)) return [column];
    const is = present.get(column.name);
    return is === undefined ? [] : [is];
  });
  const added = (now as readonly Named[]).filter(({ name }) => !old.has(name) && !proposed.has(name));
  return [...kept, ...added];
}

const byName = (columns: unknown): ReadonlyMap<unknown, Named> =>
  new Map(Array.isArray(columns) ? (columns as readonly Named[]).map((column) => [column.name, column]) : []);
