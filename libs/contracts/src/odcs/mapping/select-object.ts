import { invalidFields } from '@app/common';
import { type Json, objectsOf, textOf } from '../../document/json';
import { splitNames } from '../document/pointer';

/** A schema object of a document, and its index in `schema`. */
export interface SelectedObject {
  readonly object: Json;
  readonly index: number;
}

/**
 * The object of a document that an asset's contract is about: that of this name, else that named like the asset, else the only
 * one. Undefined where the document has none.
 *
 * @throws {AppError} BAD_REQUEST if the name matches none, or the choice among several is ambiguous
 */
export function selectObject(document: Json, assetName: string, objectName?: string): SelectedObject | undefined {
  const objects = objectsOf(document.schema).map((object, index) => ({ object, index }));
  if (objectName !== undefined)
    return named(objects, objectName) ?? refuse('objectName', objects, `is not ${objectName}`);
  if (objects.length <= 1) return objects[0];
  return (
    named(objects, assetName) ?? refuse('objectName', objects, `is needed: none of them is named like ${assetName}`)
  );
}

/** `selectObject`, but undefined if the choice is ambiguous. */
export function objectMeant(document: Json, assetName: string, objectName?: string): Json | undefined {
  const objects = objectsOf(document.schema).map((object, index) => ({ object, index }));
  if (objectName !== undefined) return named(objects, objectName)?.object;
  return objects.length === 1 ? objects[0]?.object : named(objects, assetName)?.object;
}

/**
 * The name of the object, in a document of several, that a contract was read from before; undefined where this one has it no more, or
 * leaves no choice.
 */
export function objectAsBefore(
  document: Json,
  before: { readonly document: Json; readonly object: number | null },
): string | undefined {
  const names = objectNames(document);
  const name = before.object === null ? undefined : objectsOf(before.document.schema)[before.object]?.name;
  return names.length > 1 && typeof name === 'string' && names.includes(name) ? name : undefined;
}

/** Names of all objects, in their order. */
export function objectNames(document: Json): string[] {
  return objectsOf(document.schema).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** Whether an object is that of an asset: the parts of its name are the last ones of the asset's FQN, in any letter case. */
export function isNamedLike(name: unknown, assetFqn: string): boolean {
  const text = textOf(name);
  if (text === undefined) return false;
  const [wanted, parts] = [splitNames(text.trim().toLowerCase()), splitNames(assetFqn.toLowerCase())];
  return wanted.length > 0 && wanted.every((part, at) => part === parts[parts.length - wanted.length + at]);
}

function named(objects: readonly SelectedObject[], name: string): SelectedObject | undefined {
  const by = (test: (value: unknown) => boolean): SelectedObject | undefined =>
    objects.find(({ object }) => test(object.physicalName)) ?? objects.find(({ object }) => test(object.name));
  const lower = name.toLowerCase();
  return (
    by((value) => value === name) ??
    by((value) => typeof value === 'string' && value.toLowerCase() === lower) ??
    // `sales.orders` names the table orders.
    by((value) => typeof value === 'string' && splitNames(value).at(-1)?.toLowerCase() === lower)
  );
}

function refuse(field: string, objects: readonly SelectedObject[], reason: string): never {
  const names = objects.slice(0, 100).map(({ object }) => String(object.name));
  const known = names.length ? `the document has ${names.join(', ')}` : 'the document has no schema objects';
  throw invalidFields([{ field, message: `${reason}; ${known}` }]);
}
