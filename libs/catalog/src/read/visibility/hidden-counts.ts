import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import type { Queryable } from '../queryable';
import { statementName } from '../query/statement-name';
import { Visibility } from './visibility';

/** How many hidden ones a number of a document counts, by the id of its entity and the name of the number. */
export type HiddenCounts = ReadonlyMap<string, number>;

interface CountRow {
  readonly id: string;
  readonly name: string;
  readonly n: number;
}

/** Names of the attributes that are numbers of other entities. */
export function countingNames(): ReadonlySet<string> {
  return new Set(
    entityTypes
      .all()
      .flatMap(({ attributes }) =>
        Object.entries(attributes).flatMap(([name, { counted }]) => (counted === undefined ? [] : [name])),
      ),
  );
}

export const countKey = (id: string, name: string): string => `${id} ${name}`;

/** Numbers of children, members, uses: those that the actor may not see are taken off. */
@Injectable()
export class HiddenCountReader {
  constructor(private readonly visibility: Visibility) {}

  /** One statement for each condition that rules have; none without ids. */
  async of(db: Queryable, actor: Actor, ids: readonly string[]): Promise<HiddenCounts> {
    const counts = new Map<string, number>();
    if (!ids.length) return counts;
    for (const { types, condition } of this.visibility.partlyVisible(actor)) {
      const isHidden = `exists (select 1 from entity e where e.node = x.node and e.type = any($2::text[]) and not ${condition.sql('$3')})`;
      const statement = { name: statementName('hidden-counts', condition.name), text: countStatement(isHidden) };
      for (const { id, name, n } of await db.read<CountRow>(statement, [ids, types, condition.value]))
        counts.set(countKey(id, name), (counts.get(countKey(id, name)) ?? 0) + n);
    }
    return counts;
  }
}

function countStatement(isHidden: string): string {
  const selects = entityTypes.all().flatMap(({ type, attributes }) =>
    Object.entries(attributes).flatMap(([name, { counted }]) =>
      counted === undefined
        ? []
        : [
            `select e.id::text as id, '${name}' as name, (select count(*)::int from ${counted} and ${isHidden}) as n
               from entity e where e.id = any($1::uuid[]) and e.type = '${type}'`,
          ],
    ),
  );
  return selects.join(' union all ');
}
