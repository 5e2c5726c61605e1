import { countedEntities, type CheckBlock, type CheckStep } from '@app/catalog';
import { Database, violatedIndex } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Contracts compared per statement. */
const PAGE = 5_000;

interface Wrong {
  readonly node: string;
  readonly fqn: string;
  readonly id: string;
}

interface ComparedRow {
  readonly compared: number;
  readonly last: string | null;
  readonly wrong: readonly Wrong[];
}

const COMPARED = `
  with block as materialized (select node, live, asset from contract where node > $1 order by node limit ${PAGE})
  select (select count(*)::int from block) as compared, (select max(node)::text from block) as last,
         coalesce((
           select jsonb_agg(jsonb_build_object('node', c.node::text, 'fqn', e.fqn, 'id', e.id) order by c.node)
             from block c join entity e on e.node = c.node
            where c.live <> (e.deleted_by is null) or c.asset <> e.parent), '[]') as wrong`;

const MEND = `
  update contract c set live = e.deleted_by is null, asset = e.parent from entity e where e.node = c.node and c.node = $1`;

/** Checks that the denormalised columns of contracts match their entities. Runs after the check of the catalog. */
@Injectable()
export class ContractCheck implements CheckStep {
  readonly name = 'contracts';

  constructor(private readonly database: Database) {}

  size(): Promise<number> {
    return countedEntities(this.database, 'dataContract');
  }

  async block(after: string): Promise<CheckBlock> {
    const [row] = await this.database.query<ComparedRow & object>(COMPARED, [after || '0']);
    const { compared, last, wrong } = row!;
    const left: string[] = [];
    for (const { node, fqn, id } of wrong) {
      try {
        await this.database.query(MEND, [node]);
      } catch (error) {
        if (violatedIndex(error) === undefined) throw error;
        left.push(`dataContract ${fqn} (${id}): its asset has another live contract; delete one of them`);
      }
    }
    const isLast = last === null || compared < PAGE;
    return { compared, mended: { contracts: wrong.length - left.length }, left, ...(!isLast && { next: last }) };
  }
}
