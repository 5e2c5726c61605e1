import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { statementName, type Queryable } from './queryable';
import { elements, ORDER, RelationQuestion, type Reference, type ReferenceRow } from './relation-question';

export type { Reference };

/** node → relation property → references in their order. */
export type RelationsOfNodes = Map<string, Map<string, Reference[]>>;

@Injectable()
export class RelationRepository {
  /** The references of a page of entities of one type, in one statement. */
  async relationsOf(
    db: Queryable,
    entityType: EntityType,
    nodes: readonly string[],
    properties: readonly string[],
  ): Promise<RelationsOfNodes> {
    const question = new RelationQuestion(entityType, properties);
    if (question.isEmpty || !nodes.length) return new Map();
    const values: unknown[] = [nodes];
    const rows = question.sql(elements('$1::bigint[]'), (value) => `$${values.push(value)}`);
    const statement: PreparedStatement = {
      name: statementName('relations', question.name),
      text: `select * from (${rows}) x order by ${ORDER}`,
    };
    const byNode = new Map<string, ReferenceRow[]>();
    for (const row of await db.read<ReferenceRow>(statement, values)) {
      const ofNode = byNode.get(row.node);
      if (ofNode) ofNode.push(row);
      else byNode.set(row.node, [row]);
    }
    return new Map([...byNode].map(([node, ofNode]) => [node, question.byProperty(ofNode)]));
  }
}
