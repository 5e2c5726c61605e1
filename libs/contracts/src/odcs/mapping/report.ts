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

  /** The parts that could not be parsed so far. */
  get faults(): readonly DocumentChange[] {
    return this.unread;
  }

  finish(document: unknown, changes: readonly DocumentChange[]): ImportReport {
    const reported = new Set([...this.places, ...this.unread.map(({ path }) => path)]);
    const ancestors = new Set<string>();
    for (const path of reported) for (const ancestor of ancestorsOf(path)) ancestors.add(ancestor);
    return {
      mapped: [...this.places],
      kept: keptBelow(document, '', reported, ancestors),
      notUnderstood: this.unread,
      ...(changes.length ? { changed: changes } : {}),
    };
  }
}

function keptBelow(
  value: unknown,
  path: string,
  reported: ReadonlySet<string>,
  ancestors: ReadonlySet<string>,
): string[] {
  if (reported.has(path)) return [];
  if (path && !ancestors.has(path)) return [path];
  if (Array.isArray(value))
    return value.flatMap((item, at) => keptBelow(item, childPath(path, at), reported, ancestors));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => keptBelow(inner, childPath(path, key), reported, ancestors));
}

/** The places around a place: `a[0].b` lies in `a` and in `a[0]`. Quoted keys are no ancestors: those of the standard are plain. */
function ancestorsOf(path: string): string[] {
  return [...path.matchAll(/(?<=.)(?=[.[])/g)].map(({ index }) => path.slice(0, index));
}
