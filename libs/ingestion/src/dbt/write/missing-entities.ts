import { BulkWriter, entityTypes } from '@app/catalog';
import { AppError } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { ImportRun } from '../report';
import { EntityLookup, type FoundEntity } from './entity-lookup';

/** On whose behalf, and who is notified of what could not be made. */
type MadeFor = Pick<ImportRun, 'actor' | 'report'>;

/** An entity that should exist. */
export interface WantedEntity {
  readonly fqn: string;
  /** Its name in the report; default: its FQN. */
  readonly id?: string;
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

  /** Reports those that could not be created or are deleted. */
  async make(run: MadeFor, type: string, wanted: readonly WantedEntity[]): Promise<Map<string, FoundEntity>> {
    const { actor, report } = run;
    const ids = new Map(wanted.map(({ fqn, id = fqn }) => [fqn, id]));
    const fqns = [...ids.keys()];
    const known = await this.lookup.find(actor, type, fqns);
    const missing = wanted.filter(({ fqn }) => !known.has(fqn));
    for (let from = 0; from < missing.length; from += BLOCK)
      await this.makeBlock(run, type, missing.slice(from, from + BLOCK));
    const all = missing.length ? await this.lookup.find(actor, type, fqns) : known;
    for (const [fqn, { deleted }] of all) {
      if (!deleted) continue;
      report.skip(ids.get(fqn)!, `the ${type} ${fqn} is soft-deleted; restore it to have it again`);
      all.delete(fqn);
    }
    return all;
  }

  private async makeBlock({ actor, report }: MadeFor, type: string, missing: readonly WantedEntity[]): Promise<void> {
    const bodies = missing.map(({ body }) => body());
    for (const [i, outcome] of (await this.bulk.put(actor, entityTypes.get(type), bodies)).entries()) {
      if (!('error' in outcome)) continue;
      if (!(outcome.error instanceof AppError)) throw outcome.error;
      const { fqn, id = fqn } = missing[i]!;
      report.skip(id, outcome.error.message);
    }
  }
}
