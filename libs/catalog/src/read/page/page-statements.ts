import { PAGE_BYTES } from '@app/common';
import { binaryArray, type CallerQuestion, type PreparedStatement } from '@app/database';
import type { FieldSelection } from '../../query/field-list';
import type { ListQuestion } from '../../query/list-question';
import {
  bind,
  counterSql,
  detailValues,
  isByCounter,
  LIVENESS,
  matchingSql,
  pageName,
  cursorOf,
  sqlOf,
  walks,
} from '../query/question-sql';
import { statementName } from '../../query/queryable';
import { MOST_AT_ONCE, RelationQuestion } from '../relation-question';
import { PAGE_NODES, pageSelect } from './page-select';

/**
 * Rows of the longest page, and the one behind it. Of a number that it does not know PostgreSQL expects a tenth of what there is: of these
 * it is the same in a catalog of any size. A plan would else cost more with each entity, and those for the values of the first calls,
 * while there were few, would be the cheaper ones for thousands of calls.
 */
const MOST_ROWS = 1_001;

/** Rows of the longest page whose references come with it: of a longer one a round trip more is next to nothing. */
const SHORT_PAGE = 100;

/** The statement of a page, and what of its values is the same for each page. */
export interface PageStatement {
  readonly statement: PreparedStatement;
  /** The references that come with a page; undefined: it has none, or they are read behind it. */
  readonly relations: RelationQuestion | undefined;
  /** Values before those of conditions, and behind all others. */
  readonly details: readonly unknown[];
  readonly related: readonly unknown[];
}

export interface PagePart {
  readonly question: ListQuestion;
  /** Bytes that a document may have. */
  readonly share: number;
}

/** The whole page, if no document is larger than its share: rows of so many bytes fit on a page, whatever their number. */
export const wholePage = (question: ListQuestion): PagePart => ({
  question,
  share: Math.floor(PAGE_BYTES / question.limit),
});

/** Whether the statement of a page returns the total: if it costs next to nothing, or follows from what is read anyway. */
export const tellsTotal = (question: ListQuestion): boolean => isByCounter(question) || walks(question);

/** The statements of pages, each made once. */
export class PageStatements {
  /** By the selection, which is of one type, and all else that a text depends on. */
  private readonly known = new WeakMap<FieldSelection, Map<string, PageStatement>>();
  /** By their names: those of many selections are the same. */
  private readonly prepared = new Map<string, PreparedStatement>();

  /** @param caller asked for in the same statement */
  of(question: ListQuestion, caller?: CallerQuestion): PageStatement {
    const { fields, include, conditions, cursor, limit } = question;
    let ofSelection = this.known.get(fields);
    if (!ofSelection) this.known.set(fields, (ofSelection = new Map()));
    let key = `${include} ${cursor?.direction} ${limit > SHORT_PAGE} ${caller?.name}`;
    for (const { name } of conditions) key += ` ${name}`;
    let statement = ofSelection.get(key);
    if (!statement) ofSelection.set(key, (statement = this.made(question, caller)));
    return statement;
  }

  private made(question: ListQuestion, caller?: CallerQuestion): PageStatement {
    const { entityType, fields } = question;
    const withDetails = fields.attributes.length > 0;
    const details = withDetails ? detailValues(fields).map(sent) : [];
    const values = [...details];
    const { share, ...sql } = partSql(wholePage(question), values);
    const own = values.length;
    const relations = referencesOf(question);
    const references = relations?.grouped(PAGE_NODES, (value) => bind(values, sent(value)), MOST_AT_ONCE + 1);
    const related = values.slice(own);
    const asked = caller?.sql(caller.values.map((value) => bind(values, value)));
    const name = statementName(pageName('page', question), relations?.name ?? '', caller ? `for-${caller.name}` : '');
    let statement = this.prepared.get(name);
    if (!statement) {
      const areLive = question.include === 'non-deleted';
      const text = pageSelect(entityType, { ...sql, share, withDetails, references, areLive, caller: asked });
      this.prepared.set(name, (statement = { name, text }));
    }
    return { statement, relations, details, related };
  }
}

/** The values of a part of a page, in the order in which its statement binds them. */
export function valuesOf(part: PagePart, { details, related }: PageStatement, caller?: CallerQuestion): unknown[] {
  const values = [...details];
  partSql(part, values);
  values.push(...related, ...(caller?.values ?? []));
  return values;
}

interface PartSql {
  readonly found: string;
  readonly entities: string;
  readonly order: string;
  readonly share: string;
  readonly total: string | undefined;
}

function partSql({ question, share }: PagePart, values: unknown[]): PartSql {
  const sql = walks(question) ? walkedSql(question, values) : scannedSql(question, values);
  return { ...sql, share: bind(values, share) };
}

/** One scan of an index, in the order of the page. */
function scannedSql(question: ListQuestion, values: unknown[]): Omit<PartSql, 'share'> {
  const { entityType, include, conditions } = question;
  const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
  const { beyond, order, limit } = cursorOf(question, values, 'e');
  // By a subquery, so that the plan does not depend on the number: a statement that is planned anew takes longer to plan than to run.
  const rows = `select e.* from entity e ${entityType.side?.join ?? ''} ${where}${beyond} order by ${order} limit ${MOST_ROWS}`;
  const total = isByCounter(question) ? counterSql(question, values) : undefined;
  return { found: '', entities: `select * from (${rows}) e limit (select ${limit}::int)`, order, total };
}

/** All matches are looked for once, for the page and for the total. */
function walkedSql(question: ListQuestion, values: unknown[]): Omit<PartSql, 'share'> {
  const found = `${matchingSql(question, values)},`;
  const { beyond, order, limit } = cursorOf(question, values, 'm');
  const nodes = `select m.node from matching m where true${beyond} order by ${order} limit (select ${limit}::int)`;
  const entities = `select e.* from entity e where e.node = any(array(${nodes}))`;
  return { found, entities, order: order.replaceAll('m.', 'e.'), total: 'select count(*) from matching' };
}

/** A value that is the same for each page, as it is sent: a list of words is written once. */
const sent = (value: unknown): unknown =>
  Array.isArray(value) ? binaryArray('text', value as readonly string[]) : value;

/** The references that come with a page; undefined: it has none, or they are read behind it. */
function referencesOf({ entityType, fields, limit }: ListQuestion): RelationQuestion | undefined {
  if (limit > SHORT_PAGE || fields.relations.length === 0) return undefined;
  return new RelationQuestion(entityType, fields.relations);
}
