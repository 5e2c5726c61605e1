import { childPath, isObject } from '@app/common';
import type { DocumentChange } from '../strict/change';

/** What became of each place of a document that came in. */
export interface ImportReport {
  /** Places that the contract says too. */
  readonly mapped: readonly string[];
  /** Places that only the kept document says; a place stands for all that is below it. */
  readonly kept: readonly string[];
  /** Places that look like something of ours and could not be read; they are kept as well. */
  readonly notUnderstood: readonly DocumentChange[];
  /** What was mended so that the document is valid; absent where it was. */
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
