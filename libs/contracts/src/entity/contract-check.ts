import { Database, violatedIndex } from '@app/database';
import { Injectable } from '@nestjs/common';

const WRONG = `
  select c.node, e.fqn, e.id from contract c join entity e on e.node = c.node
   where c.live <> (e.deleted_by is null) or c.asset <> e.parent order by c.node`;

const MEND = `
  update contract c set live = e.deleted_by is null, asset = e.parent from entity e where e.node = c.node and c.node = $1`;

/** Checks that the denormalised columns of contracts match their entities. Runs after the check of the catalog. */
@Injectable()
export class ContractCheck {
  constructor(private readonly database: Database) {}

  /** The number of repaired contracts, and those that could not be repaired. */
  async check(): Promise<{ readonly contracts: number; readonly left: readonly string[] }> {
    const wrong = await this.database.query<{ node: string; fqn: string; id: string }>(WRONG);
    const left: string[] = [];
    for (const { node, fqn, id } of wrong) {
      try {
        await this.database.query(MEND, [node]);
      } catch (error) {
        if (violatedIndex(error) === undefined) throw error;
        left.push(`dataContract ${fqn} (${id}): its asset has another live contract; delete one of them`);
      }
    }
    return { contracts: wrong.length - left.length, left };
  }
}
