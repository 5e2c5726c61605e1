import { AccessControl } from '@app/auth';
import { Database, type AskVersion } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityKey } from '../read/entity.repository';
import { UnseenParts } from './access/unseen-parts';
import { WriteAccess } from './access/write-access';
import { changeStatement } from './commit/change-statement';
import type { EntityDocument } from '../definition/entity-document';
import { EntityBehaviours } from './entity-behaviour';
import type { Writing } from './entity-draft';
import { EntityObservers } from './entity-observer';
import type { StoredEntity } from './entity-update';
import type { CheckedBody } from './plan/draft';
import { STRUCTURE, type Plan, type Surroundings } from './plan/plan';
import { needsPlaceOnly, planCreate } from './plan/plan-create';
import { planPatch, type PatchRequest } from './plan/plan-patch';
import { digestOf, planPut, type PutRequest } from './plan/plan-put';
import type { EntitySnapshot } from './snapshot/entity-snapshot';
import { LocationStore, type LocationSnapshot } from './snapshot/location-store';
import { SnapshotStore } from './snapshot/snapshot-store';

export interface MadePlan {
  readonly plan: Plan;
  /** The key by which the entity is known, and the entity; absent for a create. */
  readonly key?: EntityKey;
  readonly entity?: EntitySnapshot;
  readonly location?: LocationSnapshot;
  /** Whether that was read within this request. */
  readonly isRead: boolean;
}

const UNDECIDED: MadePlan = { plan: STRUCTURE, isRead: true };

/** Plans writes on snapshots, without a lock or a transaction: reads what a plan follows from, and leaves the plan to `plan/`. */
@Injectable()
export class WritePlans {
  constructor(
    private readonly database: Database,
    private readonly snapshots: SnapshotStore,
    private readonly locations: LocationStore,
    private readonly behaviours: EntityBehaviours,
    private readonly observers: EntityObservers,
    private readonly access: AccessControl,
    private readonly writeAccess: WriteAccess,
    private readonly unseen: UnseenParts,
  ) {}

  /** @param anew whether what was planned before turned out to be stale */
  async ofPut(by: Writing, request: PutRequest, anew: boolean): Promise<MadePlan> {
    const { actor, entityType } = by;
    // What prepares a draft looks at the database, and may write also where the document stays.
    if (this.behaviours.of(entityType.type).prepare) return UNDECIDED;
    const { received } = request;
    const key = await this.snapshots.keyOf(entityType, received.body);
    if (!key) return UNDECIDED;
    const { entity, isRead } = await this.snapshots.load(entityType, key, anew);
    if (!entity) return request.precondition === undefined ? this.ofCreate(by, received, anew) : UNDECIDED;
    const { row, answer, leftBy } = entity;
    const rights = await this.writeAccess.rightsOf(this.database, actor, entityType, row);
    const isRestricted = this.unseen.visibility.isRestricted(actor);
    const unseen = isRestricted ? await this.unseen.ofPut(this.database, by, answer.json, received.body) : {};
    const digest = isRestricted ? undefined : digestOf(received);
    const stored = { row, json: answer.json, leftBy };
    const plan = await planPut(entityType, stored, { ...request, digest }, { ...rights, unseen }, this.around(by));
    // It follows from the two alone, for any caller.
    if (plan.kind === 'none') entity.leftBy = digest ?? leftBy;
    return this.made(by, { plan, key, entity, isRead });
  }

  /** @param anew as of `ofPut` */
  async ofPatch(by: Writing, key: EntityKey, request: Omit<PatchRequest, 'key'>, anew: boolean): Promise<MadePlan> {
    const { actor, entityType } = by;
    const { prepare, written } = this.behaviours.of(entityType.type);
    // What is hidden of what a patch names is known only when it is applied.
    if (prepare || written || !isConditional(by) || this.unseen.visibility.isRestricted(by.actor)) return UNDECIDED;
    const { entity, isRead } = await this.snapshots.load(entityType, key, anew);
    if (!entity) return UNDECIDED;
    const rights = await this.writeAccess.rightsOf(this.database, actor, entityType, entity.row);
    const named = { ...request, key: 'id' in key ? key.id : key.fqn };
    const plan = await planPatch(entityType, storedOf(entity), named, rights, this.around(by));
    return this.made(by, { plan, key, entity, isRead });
  }

  /** @param anew as of `ofPut` */
  async ofCreate({ actor, entityType }: Writing, received: CheckedBody, anew: boolean): Promise<MadePlan> {
    const rights = { actor, access: this.access, sight: this.unseen.visibility.sightOf(actor) };
    if (!needsPlaceOnly(entityType, received, rights, this.behaviours.of(entityType.type))) return UNDECIDED;
    const { location, isRead } = await this.locations.load(entityType, received.body, anew);
    if (!location) return UNDECIDED;
    return { plan: await planCreate(entityType, location.line, received), location, isRead };
  }

  /** Whether what was planned on is still so: of what was read within this request it was. @param ask see `EntityReader.get` */
  async isCurrent({ entityType }: Writing, { entity, isRead }: MadePlan, ask?: AskVersion): Promise<boolean> {
    return isRead || (entity !== undefined && (await this.snapshots.isCurrent(entityType, entity, ask)));
  }

  private around({ entityType }: Writing): Surroundings {
    return {
      behaviour: this.behaviours.of(entityType.type),
      concerns: ({ draft, previous }) => this.observers.concerns(draft, previous),
    };
  }

  /** Returns the plan; one that is decided behind locks makes the snapshot stale. */
  private made(by: Writing, made: MadePlan & { readonly key: EntityKey }): MadePlan {
    const { kind } = made.plan;
    if (kind !== 'structure' && (kind !== 'attributes' || isConditional(by))) return made;
    this.snapshots.drop(by.entityType, made.key);
    return { ...made, plan: STRUCTURE };
  }
}

/** Whether stamps detect changes of the type, and drafts contain their answers. */
function isConditional({ entityType }: Writing): boolean {
  return entityType.traits.asset === true && changeStatement(entityType) !== undefined;
}

function storedOf({ row, answer }: EntitySnapshot): StoredEntity {
  return { locked: row, current: JSON.parse(answer.json) as EntityDocument };
}
