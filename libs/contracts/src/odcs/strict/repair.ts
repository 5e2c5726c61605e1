import { invalidFields, isObject, type Steps as Work } from '@app/common';
import type { ErrorObject } from 'ajv/dist/2019';
import type { Json } from '../../document/json';
import { type Steps, type DocumentChange, pathOf, setAt, stepsOf, takeAt, valueAt } from '../document/pointer';
import { addCustomProperty } from './fill';
import { isKnownWord } from './official-schema';
import { allowedWord } from './words';

/** One fault of a document: what the schema says, and where it stands. */
interface Fault {
  readonly error: ErrorObject;
  readonly steps: Steps;
  readonly path: string;
}

/** Faults in this order: a wrong type makes others of those that follow appear. */
const ORDER: readonly (readonly string[])[] = [
  ['type'],
  ['enum', 'const', 'pattern', 'minimum', 'exclusiveMinimum', 'minItems', 'maxItems', 'uniqueItems', 'required'],
  ['additionalProperties'],
  ['oneOf', 'anyOf', 'not'],
  ['unevaluatedProperties'],
];

/** Lists whose items are moved as a whole if they cannot be made valid: nothing else depends on them. */
const LOOSE = new Set([
  ...['quality', 'customProperties', 'relationships', 'authoritativeDefinitions', 'servers', 'support'],
  ...['team', 'members', 'examples', 'enum'],
]);
/** Keys that are essential to the document's meaning: if unreadable, the document is rejected. */
const BEARING = new Set([
  ...['schema', 'properties', 'items', 'name', 'slaProperties', 'property', 'value', 'roles', 'role'],
]);
/** The same for the root of the document. */
const BEARING_ROOT = new Set(['version', 'id', 'status']);

/**
 * Repairs schema errors in place without loss: equivalent values of another type, alternative spellings; what the schema does not
 * define becomes a custom property of the nearest element.
 *
 * @throws {AppError} BAD_REQUEST naming each path that cannot be repaired
 */
export function* repairSteps(document: Json, errors: readonly ErrorObject[], changes: DocumentChange[]): Work<void> {
  const faults = yield* mapped(errors, (error): Fault => {
    const steps = stepsOf(error.instancePath, document);
    return { error, steps, path: pathOf(steps) };
  });
  const chosen = new Set(faults.filter(isOfAlternatives).map(({ path }) => path));
  const open = faults.filter(({ error, path }) => !BRANCHES.has(error.keyword) || !chosen.has(path));
  const keywords = ORDER.find((group) => open.some(({ error }) => group.includes(error.keyword)));
  yield;
  const found = causes(open.filter(({ error }) => keywords?.includes(error.keyword)));
  yield;
  const turn = found.sort(lastFirst);
  if (!turn.length) throw refusal(faults);
  const repaired = yield* mapped(turn, (fault) => repairOne(document, fault, changes));
  const hopeless = turn.filter((_, at) => !repaired[at]);
  if (hopeless.length) throw refusal(hopeless);
}

function* mapped<Item, Result>(items: readonly Item[], of: (item: Item) => Result): Work<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(of(item));
    yield;
  }
  return results;
}

/** Errors of alternatives that do not apply are ignored. */
const BRANCHES = new Set(['type', 'required']);

function isOfAlternatives({ error }: Fault): boolean {
  return error.keyword === 'oneOf' || error.keyword === 'anyOf';
}

/**
 * The faults to repair first. Parts that nothing evaluates are often only not evaluated because something in them, or beside them, is
 * wrong: the innermost come first, of one element the words that no schema knows, then one at a time.
 */
function causes(faults: readonly Fault[]): Fault[] {
  const around = new Set(faults.flatMap(({ steps }) => steps.map((_, at) => pathOf(steps.slice(0, at + 1)))));
  const inner = faults.filter(({ error, steps }) => {
    const key = unevaluated(error);
    return key === undefined || !around.has(pathOf([...steps, key]));
  });
  const known = new Map<string, boolean>();
  for (const { error, path } of inner)
    known.set(path, (known.get(path) ?? true) && isKnownWord(unevaluated(error) ?? ''));
  const done = new Set<string>();
  return inner.filter(({ error, path }) => {
    const key = unevaluated(error);
    if (key === undefined || !known.get(path)) return key === undefined || !isKnownWord(key);
    const isFirst = !done.has(path);
    done.add(path);
    return isFirst;
  });
}

function unevaluated({ params }: ErrorObject): string | undefined {
  return params.unevaluatedProperty as string | undefined;
}

/** Later paths first, nested ones before their container, so that remaining paths stay valid. */
function lastFirst({ steps: a }: Fault, { steps: b }: Fault): number {
  const at = a.findIndex((step, index) => step !== b[index]);
  if (at < 0) return b.length - a.length;
  if (at >= b.length) return -1;
  const [one, other] = [a[at], b[at]];
  if (typeof one === 'number' && typeof other === 'number') return other - one;
  return String(one) < String(other) ? 1 : -1;
}

function repairOne(document: Json, { error, steps }: Fault, changes: DocumentChange[]): boolean {
  const value = valueAt(document, steps);
  // Already removed with its container by an earlier repair.
  if (value === undefined) return true;
  if (error.keyword === 'type')
    return mendType(document, steps, value, [error.params.type].flat() as string[], changes);
  if (error.keyword === 'enum') return mendWord(document, steps, error.params.allowedValues as unknown[], changes);
  const forbidden = (error.params.additionalProperty ?? error.params.unevaluatedProperty) as string | undefined;
  if (forbidden !== undefined) return move(document, [...steps, forbidden], changes);
  const isLoose = steps.includes('customProperties');
  if (error.keyword === 'required' && BEARING.has(error.params.missingProperty as string) && !isLoose) return false;
  return setAside(document, steps, changes);
}

function mendType(
  document: Json,
  steps: Steps,
  value: unknown,
  types: readonly string[],
  changes: DocumentChange[],
): boolean {
  if (value === null && steps.length) {
    takeAt(document, steps);
    return true;
  }
  const meant = coerced(value, types);
  if (meant === undefined) return setAside(document, steps, changes);
  setAt(document, steps, meant);
  changes.push({ path: pathOf(steps), message: `is taken as ${JSON.stringify(meant).slice(0, 80)}` });
  return true;
}

function mendWord(document: Json, steps: Steps, allowed: readonly unknown[], changes: DocumentChange[]): boolean {
  const value = valueAt(document, steps);
  const word = allowedWord(String(steps.at(-1)), value, allowed);
  if (word === undefined) return setAside(document, steps, changes);
  // A number as its own text loses nothing; a word of ours for another one must leave that to be found again.
  if (String(value).toLowerCase() !== word.toLowerCase()) {
    const { element, depth } = nearestHolder(document, steps.slice(0, -1));
    addCustomProperty(element, pathOf(steps.slice(depth)), value);
  }
  setAt(document, steps, word);
  changes.push({ path: pathOf(steps), message: `${JSON.stringify(value).slice(0, 80)} is taken as ${word}` });
  return true;
}

/** Moves a value, or the item of a loose list that it stands in, unless the meaning of the document hangs on it. */
function setAside(document: Json, steps: Steps, changes: DocumentChange[]): boolean {
  const loose = steps.findLastIndex((step, at) => typeof step === 'number' && LOOSE.has(String(steps[at - 1])));
  const isInLoose = loose >= 0;
  const isKey = typeof steps.at(-1) === 'string';
  if (isInLoose) return move(document, isKey && !isBearing(steps) ? steps : steps.slice(0, loose + 1), changes);
  return isKey && !isBearing(steps) && move(document, steps, changes);
}

function isBearing(steps: Steps): boolean {
  return BEARING.has(String(steps.at(-1))) || (steps.length === 1 && BEARING_ROOT.has(String(steps[0])));
}

/** Removes a value and stores it as a custom property of the nearest element that has them. */
function move(document: Json, location: Steps, changes: DocumentChange[]): boolean {
  const value = takeAt(document, location);
  if (value === undefined) return true;
  const { element, depth } = nearestHolder(document, location.slice(0, -1));
  addCustomProperty(element, pathOf(location.slice(depth)), value);
  changes.push({ path: pathOf(location), message: 'has no place in the standard: kept as a custom property' });
  return true;
}

function refusal(faults: readonly Fault[]): Error {
  const named = faults.map(({ error, steps }) => {
    const missing = error.keyword === 'required' ? (error.params.missingProperty as string) : undefined;
    const field = pathOf(missing === undefined ? steps : [...steps, missing]);
    return { field, message: missing === undefined ? wordsOf(error) : 'is required' };
  });
  return invalidFields(
    [...new Map(named.map((detail) => [detail.field + detail.message, detail])).values()].slice(0, 100),
  );
}

function wordsOf({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  return message ?? `breaks the rule ${keyword} of the standard`;
}

/** Converts a value of the wrong type to one of these JSON Schema types; undefined if ambiguous. */
export function coerced(value: unknown, types: readonly string[]): unknown {
  for (const type of types) {
    const found = TO[type]?.(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const TO: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (isScalar(value) ? String(value) : joined(value)),
  array: (value) => (Array.isArray(value) ? undefined : [value]),
  boolean: (value) => BOOLEANS.get(String(value).trim().toLowerCase()),
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
};

const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A list of approvers where the standard has one text. */
function joined(value: unknown): string | undefined {
  return Array.isArray(value) && value.every(isScalar) ? value.join(', ') : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : undefined;
}

/** Lists whose items have custom properties in 3.1 and 3.2. */
const LISTS = new Set([
  ...['schema', 'properties', 'servers', 'quality', 'support', 'team', 'members', 'roles', 'relationships'],
]);
const OBJECTS = new Set(['items', 'team']);

/** The element nearest to a path (itself, or around it) that has custom properties, and how many steps lead to it. */
export function nearestHolder(document: Json, steps: Steps): { readonly element: Json; readonly depth: number } {
  for (let depth = steps.length; depth > 0; depth--) {
    const prefix = steps.slice(0, depth);
    const element = valueAt(document, prefix);
    if (isObject(element) && isHolder(prefix) && !prefix.includes('customProperties')) return { element, depth };
  }
  return { element: document, depth: 0 };
}

function isHolder(prefix: Steps): boolean {
  const [last, before] = [prefix.at(-1), prefix.at(-2)];
  if (typeof last === 'number') return LISTS.has(String(before));
  return OBJECTS.has(String(last)) || (last === 'description' && prefix.length === 1);
}
