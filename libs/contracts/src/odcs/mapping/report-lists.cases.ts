import { childPath, isObject } from '@app/common';
import type { ImportReport } from './report';

/** The paths of all values of a document that have no members. */
export function leavesOf(value: unknown, path = ''): string[] {
  const members: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return members.length === 0 ? [path] : members.flatMap(([step, inner]) => leavesOf(inner, childPath(path, step)));
}

/** The lists of a report that have a path, by itself or with all below a path above it. */
export function listsOf({ mapped, kept, notUnderstood, notJudged }: ImportReport, path: string): string[] {
  const lists = {
    mapped,
    kept,
    notUnderstood: notUnderstood.map((one) => one.path),
    notJudged: notJudged.map((one) => one.path),
  };
  const has = (one: string): boolean => path === one || (path.startsWith(one) && /^[.[]/.test(path.slice(one.length)));
  return Object.entries(lists).flatMap(([name, paths]) => (paths.some(has) ? [name] : []));
}
