import type { Schemas } from '../../api/service/client';

/** A change of one place of a document; undefined where the place is empty. */
export interface Change {
  /** A JSON Pointer. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Patch = Schemas['JsonPatch'];

const writing = (path: string, value: unknown): Patch[number] =>
  value === undefined ? { op: 'remove', path } : ({ op: 'add', path, value } as Patch[number]);

/** The patch that makes these changes. */
export const patchOf = (changes: readonly Change[]): Patch => changes.map(({ path, after }) => writing(path, after));

/** The patch that takes them back. */
export const undoPatchOf = (changes: readonly Change[]): Patch =>
  changes.map(({ path, before }) => writing(path, before)).reverse();

type Text = string | undefined;

/** The change of a text; an empty one is none. */
export function textChange(path: string, before: Text, entered: string): Change[] {
  const after = entered.trim() === '' ? undefined : entered;
  return after === (before || undefined) ? [] : [{ path, before, after }];
}

type Reference = Schemas['EntityReference'];

/** References that are set on the entity itself. */
export const ownOf = (references: readonly Reference[] = []): readonly Reference[] =>
  references.filter(({ inherited }) => inherited !== true);

/** A name in a field, and the type of what has it. */
interface Named {
  readonly type: string;
  readonly fqn: string;
}

/** The change of a list of references to what was entered; inherited ones are no part of it. */
export function referenceChange(
  path: string,
  references: readonly Reference[] | undefined,
  entered: readonly Named[],
): Change[] {
  const own = ownOf(references);
  const stays = (one: Reference, { type, fqn }: Named) => one.type === type && one.fullyQualifiedName === fqn;
  const isSame = own.length === entered.length && entered.every((name) => own.some((one) => stays(one, name)));
  if (isSame) return [];
  const after = entered.map((name) => {
    const known = own.find((one) => stays(one, name));
    return known ? { id: known.id, type: known.type } : { type: name.type, fullyQualifiedName: name.fqn };
  });
  return [{ path, before: own.map(({ id, type }) => ({ id, type })), after }];
}

type Label = Schemas['TagLabel'];

/** A label in a field. */
export interface EnteredLabel {
  readonly tagFQN: string;
  readonly source: 'Classification' | 'Glossary';
}

/** Members of a label that a person sets. */
const SET_BY_HAND = { labelType: 'Manual', state: 'Confirmed' } as const;

/** The change of a list of labels to what was entered; those that stay keep who set them and how. */
export function labelChange(
  path: string,
  labels: readonly Label[] | undefined,
  entered: readonly EnteredLabel[],
): Change[] {
  const before = labels ?? [];
  const isOf =
    ({ tagFQN, source }: EnteredLabel) =>
    (label: Label) =>
      label.tagFQN === tagFQN && (label.source ?? 'Classification') === source;
  const after = entered.map((one): Label => before.find(isOf(one)) ?? { ...one, ...SET_BY_HAND });
  const isSame = before.length === after.length && after.every((label) => before.includes(label));
  return isSame ? [] : [{ path, before, after }];
}

/** Those of one source. */
export const namesOfSource = (labels: readonly Label[] = [], source: EnteredLabel['source']): string[] =>
  labels.filter((one) => (one.source ?? 'Classification') === source).map(({ tagFQN }) => tagFQN);
