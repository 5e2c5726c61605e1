import { copyOfJson } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { TypeCheck } from '../../read/visibility/visibility';
import type { Positions } from '../../read/visibility/without-hidden';
import { createBodySchema } from '../../schema/entity-body';
import { labelKey, labelsIn, unknownLabel } from '../document/tag-label';
import type { SeenBody } from '../draft-builder';
import type { EntityDocument } from '../entity-behaviour';
import { relationsIn } from '../references/body-references';
import { spellings, unknownReference } from '../references/found-entities';
import type { Origins } from './match-items';
import { restoreUnseen } from './restore-unseen';

/** Hidden references of relations, by id, and hidden labels of declared places, by key: a body that names them is refused. */
interface Unnamed {
  readonly ids: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

type Body = Record<string, unknown>;

interface Named {
  readonly id?: string;
  readonly type?: string;
  readonly fullyQualifiedName?: string;
}

/** A body to be stored, and what its writer knows of it. */
export interface MergedBody {
  readonly body: Body;
  /** Absent: the writer sees all. */
  readonly seen?: SeenBody;
}

/** An entity of which its writer sees a part. */
export interface WriterSight {
  readonly entityType: EntityType;
  readonly stored: EntityDocument;
  readonly shown: EntityDocument;
  readonly positions: Positions;
  /** Whether it may view anything of the types of a reference. */
  readonly requireOneOf: TypeCheck;
}

/** The body with what its writer does not see of the members that a body has. */
export function restored({ entityType, stored, shown, positions }: WriterSight, sent: Body, origins?: Origins): Body {
  const body = { ...sent };
  for (const name of Object.keys(createBodySchema(entityType).properties ?? {})) {
    const value = entityType.relations[name]?.many
      ? restoredReferences(list(stored[name]), list(shown[name]), sent[name], positions)
      : restoreUnseen(stored[name], shown[name], sent[name], { positions, origins });
    if (value !== undefined) body[name] = value;
  }
  return body;
}

/** Behind those that were sent, since an error names a reference by its position in what the writer sent. */
function restoredReferences(
  stored: readonly Named[],
  shown: readonly Named[],
  sent: unknown,
  positions: Positions,
): unknown {
  if (stored.length === shown.length) return sent;
  const named = list(sent);
  if (named.length === shown.length && named.every(({ id }, i) => id === shown[i]?.id)) return copyOfJson(stored);
  const seen = new Set(positions.get(shown));
  return [...named, ...stored.filter((_, at) => !seen.has(at)).map(copyOfJson)];
}

function list(value: unknown): readonly Named[] {
  return Array.isArray(value) ? (value as Named[]) : [];
}

function unnamedIn({ entityType, stored, shown }: WriterSight): Unnamed {
  const ids = new Set(references(entityType, shown));
  const labels = new Set(labelsIn(entityType, shown).map(labelKey));
  return {
    ids: new Set(references(entityType, stored).filter((id) => !ids.has(id))),
    labels: new Set(
      labelsIn(entityType, stored)
        .map(labelKey)
        .filter((key) => !labels.has(key)),
    ),
  };
}

/**
 * A body that names what its writer may not see is answered as one that names nothing, though the entity refers to it already.
 * @throws {AppError} NOT_FOUND, FORBIDDEN where the writer may view nothing of what could be meant
 */
export function requireUnnamed(sight: WriterSight, body: Body): void {
  const { entityType, stored } = sight;
  const { ids, labels } = unnamedIn(sight);
  const unseen = ids.size ? referring(entityType).flatMap((name) => [stored[name] ?? []].flat() as Named[]) : [];
  const hidden = unseen.filter(({ id }) => ids.has(id ?? ''));
  for (const requested of hidden.length ? [...relationsIn(entityType, body).values()].flat() : []) {
    const { id, fqn = '', types } = requested;
    const isMeant = (one: Named): boolean =>
      id === undefined
        ? types.includes(one.type ?? '') && spellings(fqn).includes(one.fullyQualifiedName ?? '')
        : one.id === id;
    if (!hidden.some(isMeant)) continue;
    sight.requireOneOf(types);
    throw unknownReference(requested);
  }
  const label = labels.size ? labelsIn(entityType, body).find((one) => labels.has(labelKey(one))) : undefined;
  if (label) throw unknownLabel(label);
}

function references(entityType: EntityType, document: EntityDocument): string[] {
  return referring(entityType).flatMap((name) =>
    ([document[name] ?? []].flat() as Named[]).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  );
}

/** Members that contain references to other entities. */
function referring({ relations, parents }: EntityType): string[] {
  return [...Object.keys(relations), ...parents.map(({ property }) => property)];
}
