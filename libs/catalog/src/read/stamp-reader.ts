import { Batcher } from '@app/common';
import { isOfAValue, type Database, type PreparedStatement, type VersionSql } from '@app/database';
import { statementName } from '../query/queryable';

/**
 * At most four concurrent statements: more would queue in the pool. Larger batches would delay the first caller until the last is
 * read. A value that the database rejects fails only its own callers.
 */
export const READS_TOGETHER = { most: 64, atOnce: 4, isOnes: isOfAValue };

/** The nodes that a statement of stamps is of: one node or an array of them. */
const NODES = {
  one: (bound: string): string => `e.node = ${bound}::bigint`,
  many: (bound: string): string => `e.node = any(array(select unnest(${bound}::bigint[])))`,
} as const;

/** Statements that return `node` and `stamp`, of one node and of an array. */
export interface StampStatements {
  readonly one: PreparedStatement;
  readonly many: PreparedStatement;
  /** The same for a statement that asks for something else as well. */
  readonly sql: VersionSql;
}

/** @param from SQL of an entity `e` and what its stamp is made of */
export function stampStatements(kind: string, type: string, stamp: string, from: string): StampStatements {
  const select = `select e.node, ${stamp} as stamp from ${from} where `;
  return {
    one: { name: statementName(kind, type), text: select + NODES.one('$1') },
    many: { name: statementName(`${kind}s`, type), text: select + NODES.many('$1') },
    sql: {
      name: `${kind}_${type}`,
      one: (bound) => `select ${stamp} from ${from} where ${NODES.one(bound)}`,
      many: (bound) => `select e.node as key, ${stamp} as version from ${from} where ${NODES.many(bound)}`,
    },
  };
}

interface StampRow {
  readonly node: string;
  readonly stamp: string | null;
}

interface Question {
  readonly statements: StampStatements;
  readonly node: string;
}

/** Asks the database for stamps; requests of one iteration of the event loop share a statement. */
export class StampReader {
  private readonly questions = new Batcher((asked: readonly Question[]) => this.answer(asked), {
    ...READS_TOGETHER,
    kindOf: ({ statements }) => statements,
    keyOf: ({ node }) => node,
  });

  constructor(private readonly database: Database) {}

  /** @returns undefined where the node is gone, null where its stamp says nothing. @param statements one object for all questions of a kind */
  stampOf(statements: StampStatements, node: string): Promise<string | null | undefined> {
    return this.questions.ask({ statements, node });
  }

  private async answer(asked: readonly Question[]): Promise<(string | null | undefined)[]> {
    const { one, many } = (asked[0] as Question).statements;
    const nodes = asked.map(({ node }) => node);
    if (nodes.length === 1) return [(await this.database.read<StampRow>(one, nodes))[0]?.stamp];
    const rows = await this.database.read<StampRow>(many, [nodes]);
    const found = new Map(rows.map(({ node, stamp }) => [node, stamp]));
    return nodes.map((node) => found.get(node));
  }
}
