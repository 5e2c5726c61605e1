import { invalidFields } from '@app/common';
import type { Json } from '../document/json';
import { fromOldLayout, isOldLayout } from '../document/old-layout';
import type { DocumentChange } from './change';
import { fillDocument } from './fill';
import { schemaErrors } from './official-schema';
import { requireOdcs } from './recognise';
import { repairFaults } from './repair';

export interface ConformedDocument {
  /** Valid against the official schema of its apiVersion. The one that came in, where that is. */
  readonly document: Json;
  /** Whether it was valid as it came in. */
  readonly wasValid: boolean;
  /** What had to change, or was understood otherwise than it stands. */
  readonly changes: readonly DocumentChange[];
}

/** Each pass mends one kind of fault everywhere; what a level hides is found by the next. */
const MOST_PASSES = 60;

/**
 * Reads leniently what is meant to be a document of the standard, 2.2 to 3.2, and makes it strictly valid. Nothing is lost: what
 * the standard has no place for becomes a custom property.
 *
 * @throws {AppError} BAD_REQUEST that names each place where the meaning is not clear
 */
export function conform(sent: unknown): ConformedDocument {
  const given = requireOdcs(sent);
  if (schemaErrors(given).length === 0) return { document: given, wasValid: true, changes: [] };
  const changes: DocumentChange[] = [];
  const document = structuredClone(isOldLayout(given) ? fromOldLayout(given) : given);
  fillDocument(document, changes);
  makeValid(document, changes);
  return { document, wasValid: false, changes };
}

/** Mends a document in place until the schema of its apiVersion has nothing against it. */
export function makeValid(document: Json, changes: DocumentChange[]): void {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const errors = schemaErrors(document);
    if (errors.length === 0) return;
    repairFaults(document, errors, changes);
  }
  throw invalidFields([
    { field: '', message: 'has too many kinds of faults to be understood; check it against its schema' },
  ]);
}
