import { joinFqn, splitFqn } from '../../fqn';
import { createBodySchema } from '../../schema/entity-body';
import type { EntityType } from '../../definition/entity-type';

/** A request body accepted by PUT. */
export type ExportedBody = Readonly<Record<string, unknown>> & { readonly name: string };
export type TableBody = ExportedBody & { readonly databaseSchema: string };

type Members = Readonly<Record<string, unknown>>;

interface Reference {
  readonly type: string;
  readonly fullyQualifiedName: string;
  readonly deleted?: boolean;
  readonly inherited?: boolean;
}

/** Label members stored with the label; name, style and the like come from the tag. */
const LABEL_MEMBERS = ['tagFQN', 'source', 'labelType', 'state', 'reason', 'metadata'];
const LABEL_DEFAULTS: Members = { labelType: 'Manual', state: 'Confirmed' };

/**
 * The create body of a fully read entity. Data specific to this catalog (ids, versions), inherited values and references to deleted
 * entities are omitted, so that the body creates the same entity in another catalog.
 */
export function exportedBody(entityType: EntityType, document: Members): ExportedBody {
  const body: Record<string, unknown> = {};
  for (const member of Object.keys(createBodySchema(entityType).properties ?? {})) {
    const value = exported(entityType, member, document[member]);
    if (!isNothing(value)) body[member] = value;
  }
  return { ...body, name: document.name as string };
}

/** `exportedBody` of a table; one without columns has none. For a reader who may not view schemas it has the name of its schema in its own. */
export function tableBody(entityType: EntityType, document: Members): TableBody {
  const body = exportedBody(entityType, document);
  const { databaseSchema = placeIn(document.fullyQualifiedName as string) } = body as Partial<TableBody>;
  return { ...body, databaseSchema, columns: body.columns ?? [] };
}

function placeIn(fqn: string): string {
  return joinFqn(undefined, ...(splitFqn(fqn) ?? []).slice(0, -1));
}

function exported(entityType: EntityType, member: string, value: unknown): unknown {
  const relation = entityType.relations[member];
  if (value === undefined) return undefined;
  if (entityType.parents.some(({ property }) => property === member)) return placeName(value);
  if (relation)
    return relation.many ? named(value as Reference[], relation.types) : named([value as Reference], relation.types)[0];
  if (member === 'tags') return (value as Members[]).map(label);
  if (member === 'columns') return (value as Members[]).map(column);
  if (member === 'dataModel') return dataModel(value as Members);
  return value;
}

/** A parent is named by its FQN, or by an unchanged link. */
function placeName(value: unknown): string {
  return typeof value === 'string' ? value : (value as Reference).fullyQualifiedName;
}

/** By FQN alone if only one type is possible. */
function named(references: readonly Reference[], types: readonly string[]): unknown[] {
  return references
    .filter(({ deleted, inherited }) => !deleted && !inherited)
    .map(({ type, fullyQualifiedName }) => (types.length === 1 ? fullyQualifiedName : { type, fullyQualifiedName }));
}

function column({ fullyQualifiedName: _, tags, children, ...own }: Members): Members {
  return something({
    ...own,
    tags: (tags as Members[] | undefined)?.map(label),
    children: (children as Members[] | undefined)?.map(column),
  });
}

function dataModel({ columns, ...own }: Members): Members {
  return something({ ...own, columns: (columns as Members[] | undefined)?.map(column) });
}

function label(given: Members): Members {
  const said = LABEL_MEMBERS.filter(
    (member) => given[member] !== undefined && given[member] !== LABEL_DEFAULTS[member],
  );
  return Object.fromEntries(said.map((member) => [member, given[member]]));
}

function something(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && !value.length);
}
