import { Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ResolvedTable } from '../report';

export interface FoundEntity extends ResolvedTable {
  readonly deleted: boolean;
}

/** Entities of one type by FQN, deleted ones too. */
@Injectable()
export class EntityLookup {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  async find(actor: Actor, type: string, fqns: readonly string[]): Promise<Map<string, FoundEntity>> {
    const found = new Map<string, FoundEntity>();
    for (let from = 0; from < fqns.length; from += BLOCK) {
      const rows = await this.database.read<FoundEntity>(FIND, [type, fqns.slice(from, from + BLOCK)]);
      // What is hidden from the caller is missing: writing it anew is refused as for anybody who must not learn of it.
      const named = rows.map(({ id }) => ({ id, type }));
      const hidden = await this.visibility.hiddenOf(this.database, actor, named);
      for (const row of rows) if (!hidden.has(row.id)) found.set(row.fqn, row);
    }
    return found;
  }
}

const BLOCK = 1_000;

const FIND = {
  name: 'dbt-entities',
  text: `
    select e.node::text as node, e.id::text as id, e.fqn, e.deleted_by is not null as deleted, owner_ids(e.node) as "ownerIds"
      from entity e
     where e.type = $1 and md5(e.fqn)::uuid = any(array(select md5(f)::uuid from unnest($2::text[]) f)) and e.fqn = any($2)`,
};
