import type { Transaction } from '@app/database';
import type { DocumentSource, IndexedDocument } from '@app/search';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { entityTypes } from '../../definition/entity-types';
import { inTransaction } from '../../read/queryable';
import type { Queryable } from '../../read/queryable';
import { RelationRepository } from '../../read/relation.repository';
import type { RelationsOfNodes } from '../../read/relation.repository';
import { searchedTypes, searchRows } from './search-row';
import type { SearchRow } from './search-row';
import type { ShownChild } from './shown-parts';
import { toDocument } from './to-document';

const REFERENCES = ['owners', 'domains', 'dataProducts', 'followers'];

const CHILDREN = {
  name: 'search-children',
  text: `select r.from_node::text as node, t.name, t.body ->> 'description' as description
           from entity_reference r join entity t on t.node = r.to_node
          where r.from_node = any($1) and r.relation = $2 order by r.from_node, r.position, t.name`,
};

/** Makes search documents of entities as they are in a transaction. */
@Injectable()
export class SearchDocuments implements DocumentSource {
  constructor(private readonly relations: RelationRepository) {}

  indexes(): ReadonlyMap<string, string> {
    return new Map(searchedTypes().map(({ type, search }) => [search.index, type]));
  }

  /** Of those nodes that are there and of a searched type: one statement, and at most three more for each of their types. */
  async of(tx: Transaction, nodes: readonly string[]): Promise<IndexedDocument[]> {
    const db = inTransaction(tx);
    const { statement, values } = searchRows(nodes);
    const rows = await db.read<SearchRow>(statement, values);
    const found: IndexedDocument[] = [];
    for (const type of new Set(rows.map((row) => row.type))) {
      const ofType = rows.filter((row) => row.type === type);
      found.push(...(await this.ofType(db, entityTypes.get(type), ofType)));
    }
    return found;
  }

  private async ofType(db: Queryable, entityType: EntityType, rows: readonly SearchRow[]): Promise<IndexedDocument[]> {
    const nodes = rows.map(({ node }) => node);
    const properties = REFERENCES.filter((property) => property in entityType.relations);
    const relations: RelationsOfNodes = await this.relations.relationsOf(db, entityType, nodes, properties);
    const children = await childrenOf(db, entityType, nodes);
    return rows.map((row) => ({
      node: row.node,
      document: toDocument(entityType, {
        row,
        relations: relations.get(row.node) ?? new Map(),
        children: children.get(row.node) ?? [],
      }),
    }));
  }
}

async function childrenOf(
  db: Queryable,
  { search }: EntityType,
  nodes: readonly string[],
): Promise<ReadonlyMap<string, ShownChild[]>> {
  const found = new Map<string, ShownChild[]>();
  if (!search?.children) return found;
  const rows = await db.read<{ node: string; name: string; description: string | null }>(CHILDREN, [
    nodes,
    search.children,
  ]);
  for (const { node, name, description } of rows) {
    const child = { name, ...(description === null ? {} : { description }) };
    const ofNode = found.get(node);
    if (ofNode) ofNode.push(child);
    else found.set(node, [child]);
  }
  return found;
}
