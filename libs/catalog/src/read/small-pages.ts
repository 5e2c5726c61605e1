import { PAGE_BYTES } from '@app/common';
import type { PreparedStatement } from '@app/database';
import type { EntityRow } from './entity-row';
import { PAGE_NODES, pageRows, pageSelect, type FoundPage } from './page-row';
import type { ListQuestion } from './query/list-question';
import { bind, counterSql, detailValues, LIVENESS, pageName, placeOf, sqlOf } from './query/question-sql';
import { statementName, type TextQueryable } from './queryable';
import { MOST_AT_ONCE, RelationQuestion } from './relation-question';

/** Rows of one page, and whether there are more in the paging direction. */
export interface EntityPage {
  readonly rows: readonly EntityRow[];
  readonly hasMore: boolean;
}

/**
 * Rows of the longest page, and the one behind it. Of a number that it does not know PostgreSQL expects a tenth of what there is: of these
 * it is the same in a catalog of any size. A plan would else cost more with each entity, and those for the values of the first calls,
 * while there were few, would be the cheaper ones for thousands of calls.
 */
const MOST_ROWS = 1_001;

/** Rows of the longest page whose references come with it. Of a longer one a round trip more is next to nothing. */
const MOST_REFERENCED = 100;

/** Pages that are read by sums of sizes after one that had a large document: where there is one there are more. */
const PASSED_OVER = 15;

/** What a statement tells beside the entities of a page. */
interface ComingAlong {
  readonly withTotal: boolean;
  readonly relations: RelationQuestion | undefined;
}

/**
 * Pages on which no document takes more than its share of the page size limit, so that all rows fit whatever their number: one scan of
 * an index, without a sum of sizes.
 */
export class SmallPages {
  /** By all that a text depends on. */
  private readonly statements = new Map<string, PreparedStatement>();
  /** How many pages are passed over from now on, by statement and limit. */
  private readonly passedOver = new Map<string, number>();

  /**
   * undefined: the page is longer, a document is larger, or one was a few pages ago.
   * @param withTotal tells the total as well, by the counters
   */
  async read(
    db: TextQueryable,
    question: ListQuestion,
    withTotal: boolean,
  ): Promise<(EntityPage & Pick<FoundPage, 'total'>) | undefined> {
    const { entityType, fields, limit } = question;
    if (limit >= MOST_ROWS) return undefined;
    const values: unknown[] = [];
    const relations = referencesOf(question);
    const statement = this.statement(question, { withTotal, relations }, values);
    const key = `${statement.name} ${limit}`;
    if (this.isPassedOver(key)) return undefined;
    const order = { withDetails: fields.attributes.length > 0, mostReferences: relations && MOST_AT_ONCE };
    const found = pageRows(entityType, order, await db.readTexts(statement, values));
    if (found) return { rows: found.rows.slice(0, limit), hasMore: found.rows.length > limit, total: found.total };
    this.passedOver.set(key, PASSED_OVER);
    return undefined;
  }

  private isPassedOver(key: string): boolean {
    const left = this.passedOver.get(key);
    if (left === undefined) return false;
    if (left > 1) this.passedOver.set(key, left - 1);
    else this.passedOver.delete(key);
    return true;
  }

  private statement(
    question: ListQuestion,
    { withTotal, relations }: ComingAlong,
    values: unknown[],
  ): PreparedStatement {
    const { entityType, fields, include, conditions, limit } = question;
    const withDetails = fields.attributes.length > 0;
    if (withDetails) values.push(...detailValues(entityType, fields));
    const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
    const place = placeOf(question, values, 'e');
    const share = bind(values, Math.floor(PAGE_BYTES / limit));
    const total = withTotal ? counterSql(question, values) : undefined;
    const references = relations?.grouped(PAGE_NODES, (value) => bind(values, value), MOST_AT_ONCE + 1);
    const kind = pageName(withTotal ? 'small-page-total' : 'small-page', question);
    const key = relations ? `${kind} ${relations.name}` : kind;
    let statement = this.statements.get(key);
    if (!statement) {
      const { beyond, order } = place;
      // By a subquery, so that the plan does not depend on the number: a statement that is planned anew takes longer to plan than to run.
      const rows = `select e.* from entity e ${entityType.side?.join ?? ''} ${where}${beyond} order by ${order} limit ${MOST_ROWS}`;
      const entities = `select * from (${rows}) e limit (select ${place.limit}::int)`;
      const name = statementName(kind, relations?.name ?? '');
      statement = { name, text: pageSelect(entityType, { withDetails, entities, order, share, total, references }) };
      this.statements.set(key, statement);
    }
    return statement;
  }
}

/** The references that come with a page; undefined: it has none, or they come behind it. */
function referencesOf({ entityType, fields, limit }: ListQuestion): RelationQuestion | undefined {
  if (limit > MOST_REFERENCED || fields.relations.length === 0) return undefined;
  return new RelationQuestion(entityType, fields.relations);
}
