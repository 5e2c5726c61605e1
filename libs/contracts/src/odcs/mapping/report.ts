import { childPath, isObject } from '@app/common';
import type { DocumentChange } from '../document/pointer';

/** The result for each path of an imported document. */
export interface ImportReport {
  /** Paths represented in the contract. */
  readonly mapped: readonly string[];
  /** Paths only in the stored document; a path includes everything below it. */
  readonly kept: readonly string[];
  /** Paths that match a supported part but could not be parsed; they are also stored. */
  readonly notUnderstood: readonly DocumentChange[];
  /** Repairs that made the document valid; absent if it was valid. */
  readonly changed?: readonly DocumentChange[];
}

/** Collects while a document is mapped. */
export class ReportWriter {
  private readonly places = new Set<string>();
  private readonly unread: DocumentChange[] = [];

  mapped(...paths: readonly string[]): void {
    for (const path of paths) this.places.add(path);
  }

  notUnderstood(path: string, message: string): void {
    this.unread.push({ path, message });
  }

  finish(document: unknown, changes: readonly DocumentChange[]): ImportReport {
    const spoken = new Set([...this.places, ...this.unread.map(({ path }) => path)]);
    const ways = new Set<string>();
    for (const path of spoken) for (const way of waysTo(path)) ways.add(way);
    return {
      mapped: [...this.places],
      kept: keptBelow(document, '', spoken, ways),
      notUnderstood: this.unread,
      ...(changes.length ? { changed: changes } : {}),
    };
  }
}

function keptBelow(value: unknown, path: string, spoken: ReadonlySet<string>, ways: ReadonlySet<string>): string[] {
  if (spoken.has(path)) return [];
  if (path && !ways.has(path)) return [path];
  if (Array.isArray(value)) return value.flatMap((item, at) => keptBelow(item, childPath(path, at), spoken, ways));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => keptBelow(inner, childPath(path, key), spoken, ways));
}

/** The places around a place: `a[0].b` lies in `a` and in `a[0]`. Quoted keys are never on a way: ours are plain. */
function waysTo(path: string): string[] {
  return [...path.matchAll(/(?<=.)(?=[.[])/g)].map(({ index }) => path.slice(0, index));
}
