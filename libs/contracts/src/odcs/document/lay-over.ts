import { objectsOf } from './json';
import type { Json } from './json';
import { mergeDocuments } from './merge-documents';

/** A contract's own document with another one laid over it. */
export interface LaidOver {
  readonly document: Json;
  /** What the contract's object is called now. */
  readonly objectName?: string;
}

/**
 * Lays a document over a contract's own one. An object that is meant for the contract and has another name than its own takes its
 * place, with that name: otherwise it would stand beside it, and say nothing to the contract.
 *
 * @param at index of the contract's object in `own`
 * @param meant the object of `sent` that is for the contract's asset, where that is clear
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
