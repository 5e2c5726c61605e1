import { CacheMemory, RevalidatingCache } from '@app/common';
import { Database, type AskVersion, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { oncePerType, type EntityType } from '../../definition/entity-type';
import { entityAnswer } from '../../read/entity-answer';
import { EntityDocuments } from '../../read/entity-documents';
import type { EntityKey, WholeRow } from '../../read/entity.repository';
import { StampReader } from '../../read/stamp-reader';
import { partsOfStamp, wholeStampStatements } from '../../read/whole-stamp';
import type { LockedEntity } from '../entity-update';
import { fqnInBody, ownFqn, parentsIn, type Body } from '../references/body-references';
import type { EntitySnapshot, LoadedSnapshot } from './entity-snapshot';

/** Bytes of the columns of a row beside its documents and references, about. */
const ROW = 1_000;

/** $1: an id, $2: types. */
const FQN: PreparedStatement = {
  name: 'fqn-of-parent',
  text: 'select fqn from entity where id = $1::uuid and type = any($2::text[])',
};

/**
 * Entities as writes are planned on them. One that was read or written before is planned on at once: a plan made from it is valid only
 * where its versions are still the same, which the request that uses it asks (`isCurrent`), or its statement compares.
 */
@Injectable()
export class SnapshotStore {
  private readonly cache: RevalidatingCache<EntitySnapshot>;
  private readonly stamps: StampReader;

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    memory: CacheMemory,
  ) {
    this.stamps = new StampReader(database);
    this.cache = new RevalidatingCache(memory, {
      name: 'snapshots',
      sizeOf: ({ answer, shown, stamp }) =>
        answer.json.length + (shown.relations?.length ?? 0) + (stamp?.surroundings.length ?? 0) + ROW,
    });
  }

  /** The key of a body's entity: one statement where its parent is named by an id. Undefined where that is gone, or named by a link. */
  async keyOf(entityType: EntityType, body: Body): Promise<{ readonly fqn: string } | undefined> {
    const fqn = fqnInBody(entityType, body);
    if (fqn !== undefined) return { fqn };
    const parent = parentsIn(entityType, body).at(-1);
    if (parent?.id === undefined) return undefined;
    const [above] = await this.database.read<{ fqn: string }>(FQN, [parent.id, parent.types]);
    return above && { fqn: `${above.fqn}.${ownFqn(entityType, body, [])}` };
  }

  /** @param anew reads it, whatever is known of it */
  async load(entityType: EntityType, key: EntityKey, anew: boolean): Promise<LoadedSnapshot> {
    const location = locationOf(entityType, key);
    const known = this.cache.recall(location, () => !anew);
    if (known) return { entity: known, isRead: false };
    const read = await this.documents.whole(this.database, entityType, key);
    if (!read) return { entity: undefined, isRead: true };
    const { row, stamp } = read;
    const entity = {
      row: lockedOf(row),
      shown: { ...row, body: '', details: '' },
      answer: { ...entityAnswer(read), created: false as const },
      stamp: stamp === null ? undefined : partsOfStamp(stamp),
    };
    this.put(entityType, key, entity);
    return { entity, isRead: true };
  }

  /**
   * Whether the entity is still as it was when the snapshot was taken. One statement, shared by those who ask at the same time.
   * @param ask see `EntityReader.get`
   */
  async isCurrent(entityType: EntityType, { row, stamp }: EntitySnapshot, ask?: AskVersion): Promise<boolean> {
    const statements = stampStatements(entityType);
    if (!statements || !stamp) return false;
    const found = ask?.({ sql: statements.sql, key: row.node }) ?? this.stamps.stampOf(statements, row.node);
    return (await found) === textOf(stamp);
  }

  put(entityType: EntityType, key: EntityKey, entity: EntitySnapshot): void {
    const version = entity.stamp && textOf(entity.stamp);
    this.cache.put(locationOf(entityType, key), { value: entity, version, sight: 'all' });
  }

  /** For callers that are about to change more than a snapshot covers. */
  drop(entityType: EntityType, key: EntityKey): void {
    this.cache.drop(locationOf(entityType, key));
  }
}

const stampStatements = oncePerType(wholeStampStatements);

const textOf = ({ own, surroundings }: NonNullable<EntitySnapshot['stamp']>): string => `${own} ${surroundings}`;

const locationOf = ({ type }: EntityType, key: EntityKey): string =>
  'id' in key ? `${type} id ${key.id}` : `${type} fqn ${key.fqn}`;

/** Without what was read beside it, which the document contains. */
function lockedOf({ node, id, name, fqn, parent, root, version, updated_at }: WholeRow): LockedEntity {
  return { node, id, name, fqn, parent, root, version, updated_at, deleted_by: null };
}
