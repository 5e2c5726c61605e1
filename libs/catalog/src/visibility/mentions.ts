import { isUuid } from '@app/common';
import { joinFqn, splitFqn } from '../fqn';
import { entityLink } from '../types/quality/entity-link';

export interface NamedEntity {
  readonly type: string;
  readonly fqn: string;
}

/** An entity, as a document, a reference or an event calls it. */
export interface Called {
  readonly id: string;
  readonly fqn: string;
}

/** Collects the entities that a document mentions: by id, and by name in members known to contain one. */
export interface MentionVisitor {
  /** With the type, if the text contains it. */
  id(id: string, type?: string): void;
  /** A name, as that of the one or the other entity. */
  name(alternatives: readonly NamedEntity[]): void;
  /** An entity by its id, as it is or was called. */
  called(called: Called): void;
  /** An object with an id and these members. */
  object(id: string, members: Readonly<Record<string, unknown>>): void;
}

/** Number of names in a table's FQN; those of a column follow them. */
const TABLE_PARTS = 4;

/** Types that features of a model are taken from, with the fewest and the most names of their FQNs; those of a column or field follow. */
const SOURCES: readonly (readonly [type: string, fewest: number, most: number])[] = [
  ['table', TABLE_PARTS, TABLE_PARTS],
  ['topic', 2, 2],
  ['searchIndex', 2, 2],
  ['dashboardDataModel', 2, 3],
  ['container', 2, Infinity],
];

const ofType =
  (type: string) =>
  (fqn: string): NamedEntity => ({ type, fqn });

/** The user of a name, which has no quotes of an FQN. */
const userNamed = (name: string): NamedEntity => ({ type: 'user', fqn: joinFqn(undefined, name) });

/** Members that contain entity names as text, one or a list. */
const NAMING: Readonly<Record<string, (text: string) => NamedEntity | undefined>> = {
  // Of a label.
  appliedBy: userNamed,
  createdBy: userNamed,
  impersonatedBy: userNamed,
  updatedBy: userNamed,
  userName: userNamed,
  requestedBy: userNamed,
  sender: userNamed,
  associatedTags: ofType('tag'),
  referredColumns: tableOf,
  // Of the model of a table, as dbt knows it.
  upstream: tableOf,
};

/** Members by which objects name an entity, see `namedIn`. */
const NAMING_OBJECTS = ['tagFQN', 'fullyQualifiedName', 'entityLink'];

/** Whether texts in a member of this name may name another entity. */
export const isNaming = (member: string): boolean => Object.hasOwn(NAMING, member) || NAMING_OBJECTS.includes(member);

/**
 * Content defined by users and clients, and what an answer repeats of a request: only references in it are inspected. To leave out an id
 * that the caller has sent would reveal that it exists.
 */
export const FREE: ReadonlySet<string> = new Set(['extension', 'connection', 'request', 'filter']);

/**
 * The member that the value of a member is of: what a change was and became is of the member that the change names, the last one of its
 * path.
 */
export function memberOf(object: Readonly<Record<string, unknown>>, member: string): string {
  if ((member !== 'oldValue' && member !== 'newValue') || typeof object.name !== 'string') return member;
  return object.name.slice(object.name.lastIndexOf('.') + 1);
}

/** Lists whose items each describe one other entity, with the member that refers to it. */
const TELLING: Readonly<Record<string, string>> = { pipelineObservability: 'pipeline' };

/** The reference to the entity that an item of the list describes: without it the whole item is hidden. */
export function subjectOf(list: string, item: object): object | undefined {
  const subject = Object.hasOwn(TELLING, list) ? (item as Record<string, unknown>)[TELLING[list] as string] : undefined;
  return typeof subject === 'object' && subject !== null ? subject : undefined;
}

/** The entity named by a member's text, if any. */
export function namedBy(member: string, text: string): NamedEntity | undefined {
  return Object.hasOwn(NAMING, member) ? NAMING[member]?.(text) : undefined;
}

/**
 * The entities that an object in a member may name: the tag or term of a label, which may be either without a source; the table that
 * another one was joined with; what a feature is taken from; what a recognizer skips.
 */
export function namedIn(value: object, member: string): NamedEntity[] {
  const {
    tagFQN,
    source,
    fullyQualifiedName,
    joinCount,
    entityLink: link,
  } = value as Readonly<Record<string, unknown>>;
  if (member === 'exceptionList' && typeof link === 'string') return linkedBy(link);
  if (typeof fullyQualifiedName === 'string') {
    if (member === 'featureSources') return sourcesOf(fullyQualifiedName);
    const table = typeof joinCount === 'number' ? tableOf(fullyQualifiedName) : undefined;
    if (table) return [table];
  }
  if (typeof tagFQN !== 'string') return [];
  const types = source === 'Glossary' ? ['glossaryTerm'] : source === undefined ? ['tag', 'glossaryTerm'] : ['tag'];
  return types.map((type) => ({ type, fqn: tagFQN }));
}

export function referenceId(value: object): string | undefined {
  const { id } = value as { id?: unknown };
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}

export function referenceType(value: object): string | undefined {
  const { type } = value as { type?: unknown };
  return typeof type === 'string' ? type : undefined;
}

/** The entity that an object names by its id; undefined where it names none. */
export function calledIn(object: Readonly<Record<string, unknown>>): Called | undefined {
  const { entityFullyQualifiedName: ofEvent } = object;
  const [id, fqn] = typeof ofEvent === 'string' ? [object.entityId, ofEvent] : [object.id, object.fullyQualifiedName];
  return typeof id === 'string' && isUuid(id) && typeof fqn === 'string' ? { id, fqn } : undefined;
}

/** Visits everything a JSON value mentions, at any depth. */
export function visitMentions(value: unknown, visitor: MentionVisitor, member = '', isFree = false): void {
  if (typeof value === 'string') visitText(value, visitor, member, isFree);
  else if (Array.isArray(value)) for (const one of value) visitMentions(one, visitor, member, isFree);
  else if (typeof value === 'object' && value !== null) visitObject(value, visitor, member, isFree);
}

function visitText(text: string, visitor: MentionVisitor, member: string, isFree: boolean): void {
  if (isFree) return;
  if (isUuid(text)) visitor.id(text);
  const named = namedBy(member, text);
  if (named) visitor.name([named]);
}

function visitObject(object: object, visitor: MentionVisitor, member: string, isFree: boolean): void {
  const id = referenceId(object);
  if (id !== undefined) {
    visitor.id(id, referenceType(object));
    visitor.object(id, object as Record<string, unknown>);
  }
  const called = calledIn(object as Readonly<Record<string, unknown>>);
  if (called) visitor.called(called);
  const named = isFree ? [] : namedIn(object, member);
  if (named.length) visitor.name(named);
  for (const [own, value] of Object.entries(object)) {
    const name = memberOf(object as Readonly<Record<string, unknown>>, own);
    visitMentions(value, visitor, name, isFree || FREE.has(name));
  }
}

/** The table of an FQN, which may be that of one of its columns. */
function tableOf(text: string): NamedEntity | undefined {
  const parts = splitFqn(text);
  if (!parts || parts.length < TABLE_PARTS) return undefined;
  return { type: 'table', fqn: joinFqn(undefined, ...parts.slice(0, TABLE_PARTS)) };
}

/** The entities that a feature may be taken from, by the FQN of that or of a column or field of it. */
function sourcesOf(text: string): NamedEntity[] {
  const parts = splitFqn(text) ?? [];
  return SOURCES.flatMap(([type, fewest, most]) =>
    parts
      .map((_, i) => i + 1)
      .filter((names) => names >= fewest && names <= most)
      .map((names) => ({ type, fqn: joinFqn(undefined, ...parts.slice(0, names)) })),
  );
}

function linkedBy(text: string): NamedEntity[] {
  const target = entityLink.parse(text);
  return target ? [{ type: target.type, fqn: target.fqn }] : [];
}

export const nameKey = ({ type, fqn }: NamedEntity): string => `${type} ${fqn}`;
