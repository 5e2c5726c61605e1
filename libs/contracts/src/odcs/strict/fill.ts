import { isObject, type Steps as Work } from '@app/common';
import { createHash } from 'node:crypto';
import { schemaOf, spelledVersion, targetVersion } from '../document/api-version';
import type { Json } from '../../document/json';
import { type Steps, type DocumentChange, pathOf } from '../document/pointer';
import { fillMetric } from './library-rule';

/** Says what a document left open where its meaning is clear, in the document itself. */
export function* fillSteps(document: Json, changes: DocumentChange[]): Work<void> {
  const given = document.apiVersion;
  const spelled = given == null ? undefined : spelledVersion(String(given));
  put(document, 'apiVersion', targetVersion(spelled), changes);
  put(document, 'kind', 'DataContract', changes);
  if (document.id == null || document.id === '') put(document, 'id', derivedId(document), changes);
  if (document.version == null) put(document, 'version', '1.0.0', changes);
  if (document.status == null && schemaOf(document.apiVersion) !== '3.2.0') put(document, 'status', 'draft', changes);
  if (typeof document.description === 'string')
    put(document, 'description', { purpose: document.description }, changes, 'is taken as its purpose');
  yield* fillBelow(document, [], changes);
}

function put(document: Json, key: string, value: unknown, changes: DocumentChange[], why?: string): void {
  if (document[key] === value) return;
  const before = document[key];
  document[key] = value;
  const message =
    why ?? (before == null ? `is missing: ${String(value)}` : `${String(before)} becomes ${String(value)}`);
  changes.push({ path: key, message });
}

/** The same document gets the same id each time. */
function derivedId(document: Json): string {
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** Replaces other spellings of elements by what they mean, at every depth of the schema, the team and so on. */
function* fillBelow(value: unknown, steps: Steps, changes: DocumentChange[]): Work<void> {
  if (typeof value !== 'object') return;
  yield;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* fillBelow(item, [...steps, index], changes);
  if (!isObject(value)) return;
  if (isElement(steps)) takeNullable(value, steps, changes);
  listProperties(value, steps, changes);
  if (steps.at(-2) === 'quality') takeRule(value, steps, changes);
  for (const [key, inner] of Object.entries(value)) {
    // What others define: their own properties, and what a custom rule is for its engine.
    if (key !== 'customProperties' && key !== 'implementation') yield* fillBelow(inner, [...steps, key], changes);
  }
}

function isElement(steps: Steps): boolean {
  return steps.at(-1) === 'items' || steps.at(-2) === 'properties';
}

/** `isNullable` is how 2.2 and many tools say the opposite of `required`. */
function takeNullable(element: Json, steps: Steps, changes: DocumentChange[]): void {
  const { isNullable } = element;
  if (typeof isNullable !== 'boolean' || element.required !== undefined) return;
  delete element.isNullable;
  element.required = !isNullable;
  changes.push({ path: pathOf([...steps, 'isNullable']), message: `is taken as required: ${String(!isNullable)}` });
}

/** A rule of 3.0 in a document that is of 3.1 or later, or has become so. */
function takeRule(item: Json, steps: Steps, changes: DocumentChange[]): void {
  const metric = fillMetric(item);
  if (metric !== undefined)
    changes.push({ path: pathOf([...steps, 'rule']), message: `is taken as the metric ${metric}` });
}

/** Gives the rules of a document of 3.0, which goes out as a later version, the metrics that they mean. */
export function fillMetrics(value: unknown, listedIn = ''): void {
  if (Array.isArray(value)) value.forEach((item) => fillMetrics(item, listedIn));
  if (!isObject(value)) return;
  if (listedIn === 'quality') fillMetric(value);
  for (const [key, inner] of Object.entries(value)) if (key !== 'customProperties') fillMetrics(inner, key);
}

/** Some clients send custom properties as an object. */
function listProperties(element: Json, steps: Steps, changes: DocumentChange[]): void {
  const { customProperties } = element;
  if (!isObject(customProperties)) return;
  element.customProperties = Object.entries(customProperties).map(([property, value]) => ({ property, value }));
  changes.push({ path: pathOf([...steps, 'customProperties']), message: 'is taken as a list of property and value' });
}

/** Adds a custom property to an element, behind those that it has. */
export function addCustomProperty(element: Json, property: string, value: unknown): void {
  // In place: a document can have very many of them.
  if (Array.isArray(element.customProperties)) element.customProperties.push({ property, value });
  else element.customProperties = [{ property, value }];
}
