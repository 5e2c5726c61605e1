import { objectsOf } from './json';
import type { Json } from './json';
import { mergeDocuments } from './merge-documents';

/** A contract's own document merged with another one. */
export interface LaidOver {
  readonly document: Json;
  /** What the contract's object is called now. */
  readonly objectName?: string;
}

/**
 * Merges a document into a contract's own one. An object for the contract that has another name replaces the contract's object
 * under the new name: otherwise it would be added beside it, without effect on the contract.
 *
 * @param at index of the contract's object in `own`
 * @param meant the object of `sent` for the contract's asset, if that is unambiguous
 */
export function layOver(own: Json, at: number, sent: Json, meant: Json | undefined): LaidOver {
  const objects = objectsOf(own.schema);
  const name = meant?.name;
  const before = objects[at]?.name;
  const isKnown = objectsOf(sent.schema).some((object) => object.name === before);
  if (typeof name !== 'string' || before === undefined || isKnown || objects.some((object) => object.name === name))
    return { document: mergeDocuments(own, sent) };
  const schema = objects.map((object, index) => (index === at ? { ...object, name } : object));
  return { document: mergeDocuments({ ...own, schema }, sent), objectName: name };
}
