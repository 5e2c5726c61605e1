import { groupBy } from '@app/common';
import { BoundValues, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityRow } from './entity-row';
import type { FieldSelection } from '../query/field-list';
import { statementName, type Queryable } from '../query/queryable';
import type { Reference } from '../definition/entity-document';
import { elements, limited, MOST_AT_ONCE, ORDER, RelationQuestion, type ReferenceRow } from './relation-question';

/** node → relation property → references in their order. */
export type RelationsOfNodes = Map<string, Map<string, Reference[]>>;

/** References of one entity in an answer that are stored with the other end: lists of those have all of them. */
const MOST_ELSEWHERE = 10_000;

/** The factor by which fewer nodes are tried where they have too many references to read them together. */
const SMALLER = 4;

const NO_RELATIONS: ReadonlyMap<string, readonly Reference[]> = new Map();

/** All references of an entity, or what an answer shows of them. */
export type Amount = 'all' | 'shown';

@Injectable()
export class RelationRepository {
  /** The relations of rows that were read with their references. */
  foundIn(rows: readonly EntityRow[], selection: FieldSelection): RelationsOfNodes {
    const question = new RelationQuestion(selection.entityType, selection.relations);
    return new Map(rows.map(({ node, relations }) => [node, question.parse(relations)]));
  }

  /** The references of entities of one type, in one statement; undefined where they are too many to be read at once. */
  async fewOf(
    db: Queryable,
    nodes: readonly string[],
    selection: FieldSelection,
  ): Promise<RelationsOfNodes | undefined> {
    const question = new RelationQuestion(selection.entityType, selection.relations);
    if (question.isEmpty || !nodes.length) return new Map();
    const rows = await this.read(db, question, nodes, 'few');
    return rows.length > MOST_AT_ONCE ? undefined : grouped(question, rows);
  }

  /**
   * The references of each node, in their order, where there are too many to read them at once: of as many nodes together as have few.
   * Iteration yields to other work.
   */
  async *inPieces(
    db: Queryable,
    nodes: readonly string[],
    selection: FieldSelection,
    amount: Amount,
  ): AsyncGenerator<ReadonlyMap<string, readonly Reference[]>, void> {
    const question = new RelationQuestion(selection.entityType, selection.relations);
    let together = Math.ceil(nodes.length / SMALLER);
    for (let at = 0; at < nodes.length;) {
      const piece = nodes.slice(at, at + together);
      const [node, ...others] = piece as [string, ...string[]];
      const found = others.length
        ? await this.fewOf(db, piece, selection)
        : grouped(question, await this.read(db, question, [node], amount));
      if (!found) {
        together = Math.ceil(together / SMALLER);
        continue;
      }
      for (const one of piece) yield found.get(one) ?? NO_RELATIONS;
      at += piece.length;
    }
  }

  private read(
    db: Queryable,
    question: RelationQuestion,
    nodes: readonly string[],
    amount: 'few' | Amount,
  ): Promise<ReferenceRow[]> {
    const { values, bind } = new BoundValues([nodes]);
    const rows = question.sql(elements('$1::bigint[]'), bind, amount === 'shown' ? MOST_ELSEWHERE : undefined);
    const found = limited(rows, amount === 'few' ? MOST_AT_ONCE + 1 : undefined);
    const statement: PreparedStatement = {
      name: statementName(amount === 'few' ? 'relations' : `${amount}-relations`, question.name),
      text: `select * from (${found}) x order by ${ORDER}`,
    };
    return db.read<ReferenceRow>(statement, values);
  }
}

function grouped(question: RelationQuestion, rows: readonly ReferenceRow[]): RelationsOfNodes {
  const byNode = groupBy(rows, ({ node }) => node);
  return new Map([...byNode].map(([node, ofNode]) => [node, question.byProperty(ofNode)]));
}
