import type { DocumentPositions, Position } from './document-positions';

/** Something wrong with a document; the path is empty where it is the whole. */
export interface DocumentFault {
  readonly path: string;
  readonly message: string;
  readonly position: Position;
}

/** A file that was read. Without a value it could not be, and the faults say why. */
export interface DocumentFile {
  readonly file: string;
  readonly value?: unknown;
  /** The content of the file where only single values of it are wrong (a key twice, an inexact number): further checks can go on. */
  readonly partial?: unknown;
  readonly faults: readonly DocumentFault[];
  readonly positions?: DocumentPositions;
}

/**
 * Whether a document is written in the Open Data Contract Standard, not in the catalog's own form. The service distinguishes them in the
 * same way.
 */
export function isOdcs(value: unknown): boolean {
  return isObject(value) && ('apiVersion' in value || 'kind' in value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
