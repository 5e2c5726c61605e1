import { BulkWriter, entityTypes } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { EntityLookup, type FoundEntity } from './entity-lookup';

/** An entity that should exist. */
export interface WantedEntity {
  readonly fqn: string;
  /** Makes its create body, for when it is not: those of a whole project are never there at once. */
  readonly body: () => Readonly<Record<string, unknown>>;
}

/** Bodies of one bulk write. */
const BLOCK = 200;

/** Creates missing entities and leaves existing ones unchanged: other writers may have more complete data. */
@Injectable()
export class MissingEntities {
  constructor(
    private readonly bulk: BulkWriter,
    private readonly lookup: EntityLookup,
  ) {}

  /** @param refused is called with the FQN and the reason for each entity that could not be created or is deleted */
  async make(
    actor: Actor,
    type: string,
    wanted: readonly WantedEntity[],
    refused: (fqn: string, reason: string) => void,
  ): Promise<Map<string, FoundEntity>> {
    const fqns = wanted.map(({ fqn }) => fqn);
    const known = await this.lookup.find(actor, type, fqns);
    const missing = wanted.filter(({ fqn }) => !known.has(fqn));
    for (let from = 0; from < missing.length; from += BLOCK)
      await this.makeBlock(actor, type, missing.slice(from, from + BLOCK), refused);
    const all = missing.length ? await this.lookup.find(actor, type, fqns) : known;
    for (const [fqn, { deleted }] of all) {
      if (!deleted) continue;
      refused(fqn, `the ${type} ${fqn} is soft-deleted; restore it to have it again`);
      all.delete(fqn);
    }
    return all;
  }

  private async makeBlock(
    actor: Actor,
    type: string,
    missing: readonly WantedEntity[],
    refused: (fqn: string, reason: string) => void,
  ): Promise<void> {
    const bodies = missing.map(({ body }) => body());
    for (const [i, outcome] of (await this.bulk.put(actor, entityTypes.get(type), bodies)).entries()) {
      if (!('error' in outcome)) continue;
      if (!(outcome.error instanceof AppError)) throw outcome.error;
      refused(missing[i]!.fqn, outcome.error.message);
    }
  }
}
