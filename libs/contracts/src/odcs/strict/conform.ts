import { atOnce, copyOfJson, invalidFields, type Steps } from '@app/common';
import type { Json } from '../../document/json';
import type { DocumentChange } from '../document/pointer';
import { hasColumnsBelow, usualLayout } from '../document/usual-layout';
import { fillSteps } from './fill';
import { schemaErrors } from './official-schema';
import { requireOdcs } from './recognise';
import { repairSteps } from './repair';

export interface ConformedDocument {
  /** Valid against the official schema of its apiVersion. The one that came in, where that is. */
  readonly document: Json;
  /** Whether it was valid as it came in. */
  readonly wasValid: boolean;
  /** The parts that had to change, or were understood otherwise than they stand. */
  readonly changes: readonly DocumentChange[];
}

/** Each pass repairs one kind of fault everywhere; a later pass finds faults hidden by earlier ones. */
const MOST_PASSES = 60;

/**
 * Leniently parses an ODCS document, 2.2 to 3.2, and makes it strictly valid. Nothing is lost: what the standard does not define
 * becomes a custom property.
 *
 * @throws {AppError} BAD_REQUEST naming each path whose meaning is ambiguous
 */
export function conform(sent: unknown): ConformedDocument {
  return atOnce(conformSteps(sent));
}

/** `conform` in steps. A document of tens of thousands of faults takes some hundred ms, during which it yields to other work. */
export function* conformSteps(sent: unknown): Steps<ConformedDocument> {
  const given = requireOdcs(sent);
  if (schemaErrors(given).length === 0) return { document: given, wasValid: true, changes: [] };
  yield;
  const changes: DocumentChange[] = [];
  const document = copyOfJson(usualLayout(given));
  if (hasColumnsBelow(given))
    changes.push({
      path: 'schema',
      message: 'has columns in the place of objects: they are taken as those of one object',
    });
  yield;
  yield* fillSteps(document, changes);
  yield* validSteps(document, changes);
  return { document, wasValid: false, changes };
}

/** Repairs a document in place until it is valid by the schema of its apiVersion. */
export function* validSteps(document: Json, changes: DocumentChange[]): Steps<void> {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const errors = schemaErrors(document);
    if (errors.length === 0) return;
    yield;
    yield* repairSteps(document, errors, changes);
  }
  throw invalidFields([
    { field: '', message: 'has too many kinds of faults to be understood; check it against its schema' },
  ]);
}
