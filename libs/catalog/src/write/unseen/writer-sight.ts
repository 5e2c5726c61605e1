import { copyOfJson } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { Positions } from '../../visibility/without-hidden';
import { createBodySchema } from '../../schema/entity-body';
import type { SeenBody } from '../plan/draft';
import type { EntityDocument } from '../../definition/entity-document';
import { relationsIn } from '../references/body-references';
import { spellings, type RequestedReference } from '../references/found-entities';
import type { Origins } from './match-items';
import { restoreUnseen } from './restore-unseen';

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

/** The required members that the writer does not see: a patched document lacks them, and the entity retains them. */
export function requiredUnseen({ entityType, stored, shown }: WriterSight, patched: Body): Body {
  const required = createBodySchema(entityType).required ?? [];
  const lacking = required.filter((name) => patched[name] === undefined && shown[name] === undefined);
  return Object.fromEntries(lacking.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]])));
}

/**
 * The fields of a body that refer to what its writer may not see and the entity refers to already: each is answered where it stands
 * as one that names nothing, before or behind others that do.
 */
export function unseenFields({ entityType, stored, shown }: WriterSight, body: Body): ReadonlySet<string> {
  const seen = new Set(references(entityType, shown).map(({ id }) => id));
  const hidden = references(entityType, stored).filter(({ id }) => !seen.has(id));
  if (!hidden.length) return NO_FIELDS;
  const isHidden = ({ id, fqn = '', types }: RequestedReference): boolean =>
    hidden.some((one) =>
      id === undefined
        ? types.includes(one.type ?? '') && spellings(fqn).includes(one.fullyQualifiedName ?? '')
        : one.id === id,
    );
  const requested = [...relationsIn(entityType, body).values()].flat();
  return new Set(requested.filter(isHidden).map(({ field }) => field));
}

const NO_FIELDS: ReadonlySet<string> = new Set();

function references(entityType: EntityType, document: EntityDocument): Named[] {
  return referring(entityType)
    .flatMap((name) => [document[name] ?? []].flat() as Named[])
    .filter(({ id }) => typeof id === 'string');
}

/** Members that contain references to other entities. */
function referring({ relations, parents }: EntityType): string[] {
  return [...Object.keys(relations), ...parents.map(({ property }) => property)];
}
