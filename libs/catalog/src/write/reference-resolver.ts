import { AppError, invalidFields, isUuid, notFound } from '@app/common';
import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType, ParentProperty } from '../definition/entity-type';
import { quoteName } from '../fqn/fqn';
import type { Target } from './entity-draft';
import type { TagLabel } from './document/tag-label';

/** What a body names: one of these types, by id or by FQN. */
interface Wanted {
  readonly field: string;
  readonly types: readonly string[];
  readonly id?: string;
  readonly fqn?: string;
  /** Names in the FQN that a link gives beside the entity. */
  readonly between?: readonly string[];
}

interface FoundRow {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly display_name: string | null;
  readonly deleted: boolean;
  readonly root: string;
  readonly service_type: string | null;
}

const FOUND = `e.node, e.id, e.type, e.name, e.fqn, e.body ->> 'displayName' as display_name, e.deleted_by is not null as deleted,
  coalesce(e.root, e.node) as root, e.body ->> 'serviceType' as service_type`;

const BY_ID_OR_FQN = `
  select ${FOUND} from entity e where e.id = any($1::uuid[])
  union
  select ${FOUND} from unnest($2::text[], $3::text[]) w(type, fqn)
    join entity e on e.type = w.type and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn`;

/** What the entity has already: it may be soft-deleted, and the parent need not be locked. */
export interface Held {
  readonly ids: ReadonlySet<string>;
  /** FQNs of its labels: their tags may be deleted. */
  readonly tags: ReadonlySet<string>;
  /** Node of the parent, where there is one. */
  readonly parent?: string | null;
}

export const NOTHING_HELD: Held = { ids: new Set(), tags: new Set() };

/** The parents and references of a body, looked up in one statement. */
export interface Resolved {
  readonly parent?: Target;
  /** Every parent that the body names, by its property. */
  readonly parents: ReadonlyMap<string, Target>;
  /** Names that stand in the FQN between the parent's and the entity's own, as a link gives them. */
  readonly between: readonly string[];
  readonly relations: Map<string, Target[]>;
}

@Injectable()
export class ReferenceResolver {
  /**
   * @param body a checked body
   * @throws {AppError} NOT_FOUND naming the first reference to nothing, BAD_REQUEST where two parents contradict each other
   */
  async resolve(
    tx: Transaction,
    entityType: EntityType,
    body: Readonly<Record<string, unknown>>,
    held: Held,
  ): Promise<Resolved> {
    const wantedParents = parentsIn(entityType, body);
    const relations = wantedRelations(entityType, body);
    const rows = await this.find(tx, [...wantedParents, ...[...relations.values()].flat()]);
    const target = (wanted: Wanted): Target => pick(wanted, rows, held.ids);
    const found = new Map([...relations].map(([property, list]) => [property, unique(list.map(target))]));
    const parents = new Map(wantedParents.map((wanted) => [wanted.field, target(wanted)]));
    const parent = wantedParents.at(-1);
    const between = parent?.between ?? [];
    if (!parent) return { parents, between, relations: found };
    const parentTarget = target(parent);
    requireLine(parents, parent.field, parentTarget);
    // The entity is locked: what happens to its parent reaches it after this write.
    if (parentTarget.node === held.parent) return { parent: parentTarget, parents, between, relations: found };
    return { parent: await this.lockParent(tx, parentTarget), parents, between, relations: found };
  }

  /**
   * Keeps a new parent from being deleted, renamed or moved until this write is committed. From the root down, as changes of
   * subtrees go: the insert will lock the root as well.
   */
  private async lockParent(tx: Transaction, parent: Target): Promise<Target> {
    if (parent.root !== parent.node) await run(tx, `select 1 from entity where node = $1 for key share`, [parent.root]);
    await run(tx, `select 1 from entity where node = $1 for share`, [parent.node]);
    const [now] = await this.find(tx, [{ field: '', types: [parent.type], id: parent.id }]);
    if (!now || now.deleted) throw notFound(parent.type, parent.fullyQualifiedName);
    return toTarget(now);
  }

  /** @throws {AppError} NOT_FOUND */
  async named(tx: Transaction, type: string, fqn: string): Promise<Target> {
    const wanted = { field: type, types: [type], fqn };
    return pick(wanted, await this.find(tx, [wanted]), new Set());
  }

  /** @throws {AppError} NOT_FOUND for a label whose tag or glossary term does not exist */
  async requireTags(tx: Transaction, labels: readonly TagLabel[]): Promise<void> {
    if (!labels.length) return;
    const wanted = labels.map(({ tagFQN, source }) => ({
      field: 'tags',
      types: [source === 'Glossary' ? 'glossaryTerm' : 'tag'],
      fqn: tagFQN,
    }));
    const rows = await this.find(tx, wanted);
    for (const label of wanted) pick(label, rows, new Set());
  }

  private async find(tx: Transaction, wanted: readonly Wanted[]): Promise<FoundRow[]> {
    if (!wanted.length) return [];
    const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const named = wanted.flatMap(({ id, fqn, types }) =>
      id !== undefined || fqn === undefined
        ? []
        : types.flatMap((type) => spellings(fqn).map((fqn) => ({ type, fqn }))),
    );
    return run<FoundRow>(tx, BY_ID_OR_FQN, [ids, named.map(({ type }) => type), named.map(({ fqn }) => fqn)]);
  }
}

/** The parents that the body names, the most specific one last. */
function parentsIn(entityType: EntityType, body: Readonly<Record<string, unknown>>): Wanted[] {
  const given = entityType.parents.filter(({ property }) => body[property] !== undefined);
  return given.map((parent) => wantedParent(parent, body[parent.property]));
}

function wantedParent({ property, types, link }: ParentProperty, value: unknown): Wanted {
  const linked = typeof value === 'string' ? link?.parse(value) : undefined;
  if (!linked) return toWanted(property, types, value);
  return { field: property, types: [linked.type], fqn: linked.fqn, between: linked.between };
}

/** The parents that are named beside the direct one are its ancestors (or itself under an older name). */
function requireLine(parents: ReadonlyMap<string, Target>, field: string, direct: Target): void {
  for (const other of parents.values()) {
    if (`${direct.fullyQualifiedName}.`.startsWith(`${other.fullyQualifiedName}.`)) continue;
    const line = `the ${direct.type} ${direct.fullyQualifiedName} does not lie below the ${other.type} ${other.fullyQualifiedName}`;
    throw invalidFields([{ field, message: line }]);
  }
}

/** People and other roots are also named without the quotes of their FQN: `jane.doe` for `"jane.doe"`. */
function spellings(fqn: string): string[] {
  const quoted = quoteName(fqn);
  return quoted === fqn || fqn.includes('"') ? [fqn] : [fqn, quoted];
}

function wantedRelations(entityType: EntityType, body: Readonly<Record<string, unknown>>): Map<string, Wanted[]> {
  const found = new Map<string, Wanted[]>();
  for (const [property, { types, readOnly }] of Object.entries(entityType.relations)) {
    const value = body[property];
    if (value === undefined || readOnly) continue;
    const list = Array.isArray(value) ? value : [value];
    found.set(
      property,
      list.map((item, i) => toWanted(Array.isArray(value) ? `${property}[${i}]` : property, types, item)),
    );
  }
  return found;
}

function toWanted(field: string, types: readonly string[], value: unknown): Wanted {
  if (typeof value === 'string')
    return isUuid(value) ? { field, types, id: value.toLowerCase() } : { field, types, fqn: value };
  const { id, type, fullyQualifiedName } = value as { id?: string; type?: string; fullyQualifiedName?: string };
  const allowed = type === undefined ? types : [type];
  return id === undefined
    ? { field, types: allowed, fqn: fullyQualifiedName }
    : { field, types: allowed, id: id.toLowerCase() };
}

function pick({ field, types, id, fqn }: Wanted, rows: readonly FoundRow[], held: ReadonlySet<string>): Target {
  const named = (spelling: string | undefined): FoundRow | undefined =>
    rows.find((row) => types.includes(row.type) && (id === undefined ? row.fqn === spelling : row.id === id));
  const row = named(fqn) ?? named(fqn === undefined ? undefined : spellings(fqn)[1]);
  if (row && (!row.deleted || held.has(row.id))) return toTarget(row);
  const message = `${types.join(' or ')} instance for ${id ?? fqn ?? ''} not found`;
  throw new AppError('NOT_FOUND', message, { details: [{ field, message }] });
}

function toTarget(row: FoundRow): Target {
  return {
    node: row.node,
    id: row.id,
    type: row.type,
    name: row.name,
    fullyQualifiedName: row.fqn,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    deleted: row.deleted,
    root: row.root,
    ...(row.service_type === null ? {} : { serviceType: row.service_type }),
  };
}

function unique(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [target.node, target])).values()];
}
