import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entityTypes } from '../types/entity-types';
import { statementName, type Queryable } from '../query/queryable';
import type { Sight } from './sight';
import { Visibility } from './visibility';

/** Counts of other entities visible to an actor, by entity id and attribute name. */
export type VisibleCounts = ReadonlyMap<string, number>;

interface CountRow {
  readonly id: string;
  readonly name: string;
  readonly n: number;
}

export const countKey = (id: string, name: string): string => `${id} ${name}`;

/** The attributes of all types that count other entities. */
function countingAttributes(): { type: string; name: string; counted: NonNullable<Counted> }[] {
  return entityTypes
    .all()
    .flatMap(({ type, attributes }) =>
      Object.entries(attributes).flatMap(([name, { counted }]) => (counted ? [{ type, name, counted }] : [])),
    );
}

type Counted = EntityType['attributes'][string]['counted'];

export function countingNames(): ReadonlySet<string> {
  return new Set(countingAttributes().map(({ name }) => name));
}

/** Counts of children, members and uses, limited to those visible to the actor. */
@Injectable()
export class VisibleCountReader {
  constructor(private readonly visibility: Visibility) {}

  /** One statement; none without ids. */
  async of(db: Queryable, actor: Actor, ids: readonly string[]): Promise<VisibleCounts> {
    const sight = this.visibility.sightOf(actor);
    if (!ids.length || sight === 'all') return new Map();
    const { types, closed, condition } = sight;
    const statement = { name: statementName('visible-counts', condition.name), text: countStatement(sight) };
    const rows = await db.read<CountRow>(statement, [ids, types, condition.value, closed]);
    return new Map(rows.map((row) => [countKey(row.id, row.name), row.n]));
  }
}

function countStatement({ condition }: Sight): string {
  const isSeen = (alias: string): string =>
    `(not ${alias}.type = any($4::text[]) and
      (not ${alias}.type = any($2::text[]) or exists (select 1 from entity e where e.node = ${alias}.node and ${condition.sql('$3')})))`;
  const selects = countingAttributes().map(
    ({ type, name, counted }) =>
      `select e.id::text as id, '${name}' as name, (select count(*)::int from ${counted(isSeen)}) as n
         from entity e where e.id = any($1::uuid[]) and e.type = '${type}'`,
  );
  return selects.join(' union all ');
}
