import { AccessControl } from '@app/auth';
import { EDIT_OPERATIONS, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entityAnswer, type EntityAnswer } from '../read/entity-answer';
import { EntityDocuments } from '../read/entity-documents';
import { Visibility } from '../visibility/visibility';
import { repeats } from './document/repeats';
import type { CheckedBody } from './draft-builder';
import { EntityBehaviours, type EntityDocument } from './entity-behaviour';
import { KeptPuts, type UnchangedAnswer } from './kept-puts';
import { isVersion, requireVersion, type Precondition } from './precondition';
import { fqnInBody, parentsIn, relationsIn } from './references/body-references';
import type { RequestedReference } from './references/found-entities';

/** Who puts, and entities of which type. */
interface ByType {
  readonly actor: Actor;
  readonly entityType: EntityType;
}

/**
 * Recognises a PUT that repeats what is stored by one read, without a transaction. Only where nothing has to be looked up for it: the
 * FQN follows from the body, and the actor's rights do not depend on the entity.
 */
@Injectable()
export class RepeatedPuts {
  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    private readonly puts: KeptPuts,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly behaviours: EntityBehaviours,
  ) {}

  /** The FQN of the body's entity; undefined where the stored document alone does not tell whether the PUT changes anything. */
  fqnOf({ actor, entityType }: ByType, { body, unstored, excesses }: CheckedBody): string | undefined {
    const isPlain = unstored === undefined && excesses.length === 0 && !this.behaviours.of(entityType.type).unshown;
    if (!isPlain || !showsItsParents(entityType) || !this.mayWriteAll(actor, entityType)) return undefined;
    const parents = parentsIn(entityType, body);
    const relations = [...relationsIn(entityType, body).values()].flat();
    if (![...parents, ...relations].every(isOfOneType)) return undefined;
    return fqnInBody(entityType, body);
  }

  /**
   * What is stored, if a PUT of the same body left it as it is before, and nothing that it follows from has changed since. Undefined as
   * well where the PUT would fail.
   */
  async kept(
    { actor, entityType }: ByType,
    sent: unknown,
    precondition: Precondition,
  ): Promise<UnchangedAnswer | undefined> {
    if (!this.puts.hasSome(entityType) || !this.mayWriteAll(actor, entityType)) return undefined;
    const answer = await this.puts.current(entityType, sent);
    return answer && isVersion(precondition, tenthsOf(answer)) ? answer : undefined;
  }

  /**
   * What is stored, if the PUT leaves it as it is.
   * @param sent the body as it came
   * @throws {AppError} PRECONDITION_FAILED
   */
  async read(
    { entityType }: ByType,
    fqn: string,
    { body }: CheckedBody,
    precondition: Precondition,
    sent: unknown,
  ): Promise<EntityAnswer | undefined> {
    const stored = await this.documents.whole(this.database, entityType, { fqn });
    if (!stored) return undefined;
    const answer = entityAnswer(stored);
    requireVersion(precondition, stored.row.version);
    if (!repeats(entityType, body, JSON.parse(stored.json) as EntityDocument)) return undefined;
    if (!this.behaviours.of(entityType.type).received)
      this.puts.keep(entityType, sent, answer, stored.row.node, stored.stamp);
    return answer;
  }

  /** Whether the rules let the actor write every entity of the type, hide nothing, and show the types of its parents. */
  private mayWriteAll(actor: Actor, { type, parents }: EntityType): boolean {
    if (this.visibility.sightOf(actor) !== 'all') return false;
    return (
      this.access.scope(actor, 'ViewBasic', type) === 'all' &&
      EDIT_OPERATIONS.some((operation) => this.access.scope(actor, operation, type) === 'all') &&
      parents.every(({ types }) => types.every((one) => this.access.scope(actor, 'ViewBasic', one) !== 'none'))
    );
  }
}

const tenthsOf = ({ version }: EntityAnswer): number => Math.round(Number(version) * 10);

/** Whether it can mean one entity only: entities of several types can have the same name. */
function isOfOneType({ id, types }: RequestedReference): boolean {
  return id !== undefined || types.length === 1;
}

/** Whether its documents show every parent that a body can name, and none is named by a link. */
function showsItsParents({ parents, ancestors }: EntityType): boolean {
  const shown = new Set(ancestors.map(({ property }) => property));
  return parents.every(({ property, link }) => !link && shown.has(property));
}
