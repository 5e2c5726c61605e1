import type { ApiDocument } from '../document/api-document';
import type { Json, Schema } from '../document/operation';

/** What a shape is made for. */
export interface BodyPlan {
  readonly document: ApiDocument;
  readonly schema: Schema;
  /** A body that the operation would take, as the document shows it. */
  readonly example: Json;
  /** Bytes that the body may have. */
  readonly bytes: number;
  /** Tells this body from the others that are sent. */
  readonly number: number;
}

/** The worst body of one kind; nothing where the operation has no place for it. */
export type Shape = (plan: BodyPlan) => Buffer | string | undefined;

/** A piece again and again, parted by `separator`, in at most so many bytes and so often. */
export function fill(
  piece: string | ((at: number) => string),
  bytes: number,
  most = Infinity,
  separator = ',',
): string {
  if (typeof piece === 'string') {
    const times = Math.max(1, Math.min(most, Math.floor(bytes / (Buffer.byteLength(piece) + separator.length))));
    return (piece + separator).repeat(times).slice(0, -separator.length || undefined);
  }
  const pieces: string[] = [];
  for (let left = bytes; left > 0 && pieces.length < most;) {
    const next = piece(pieces.length);
    left -= next.length + separator.length;
    if (left >= 0 || pieces.length === 0) pieces.push(next);
  }
  return pieces.join(separator);
}

/** An object of JSON, its members given as texts. */
export function objectText(members: readonly (readonly [name: string, text: string])[]): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

export const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
