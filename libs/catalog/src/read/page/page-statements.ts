import { PAGE_BYTES } from '@app/common';
import { binaryArray, type PreparedStatement } from '@app/database';
import { joinedAncestors } from '../entity-row';
import type { FieldSelection } from '../field-list';
import type { ListQuestion } from '../query/list-question';
import { bind, counterSql, detailValues, LIVENESS, pageName, placeOf, sqlOf } from '../query/question-sql';
import { statementName } from '../queryable';
import { MOST_AT_ONCE, RelationQuestion } from '../relation-question';
import {
  expectingPageSelect,
  FOUND_NODES,
  FOUND_PARENTS,
  PAGE_NODES,
  pageSelect,
  unrelatedPageSelect,
  type EntitiesSql,
} from './page-select';

/**
 * Rows of the longest page, and the one behind it. Of a number that it does not know PostgreSQL expects a tenth of what there is: of these
 * it is the same in a catalog of any size. A plan would else cost more with each entity, and those for the values of the first calls,
 * while there were few, would be the cheaper ones for thousands of calls.
 */
export const MOST_ROWS = 1_001;

/**
 * Rows of the longest page that is short: its references come with it, since of a longer one a round trip more is next to nothing. And what
 * a statement spares a longer one for each row is next to nothing here.
 */
const SHORT_PAGE = 100;

/** A statement, with its values that do not depend on the page: before those of conditions, and behind all others. */
interface Bound {
  readonly statement: PreparedStatement;
  readonly details: readonly unknown[];
  readonly related: readonly unknown[];
}

/** The statements of a page. */
export interface PageStatement extends Bound {
  /** The references that come with a page; undefined: it has none, or they come behind it. */
  readonly relations: RelationQuestion | undefined;
  /** For a page to which nothing is expected to refer; undefined: references do not come with it. */
  readonly unrelated: Bound | undefined;
  /** For a page of expected parents; undefined: the page is short. */
  readonly expecting: PreparedStatement | undefined;
  /** Whether entities tell what lies above them: the expected parents are the value behind all others then. */
  readonly isBelow: boolean;
}

/** What all statements of a page have in common, with the values that they begin with. */
interface PageBasis {
  readonly sql: EntitiesSql;
  readonly details: readonly unknown[];
  readonly values: readonly unknown[];
}

/** The statements of pages, each made once. */
export class PageStatements {
  /** By the selection, which is of one type, and all else that a text depends on. */
  private readonly known = new WeakMap<FieldSelection, Map<string, PageStatement>>();
  /** By their names: those of many selections are the same. */
  private readonly prepared = new Map<string, PreparedStatement>();

  of(question: ListQuestion, withTotal: boolean): PageStatement {
    const { fields, include, conditions, place, limit } = question;
    let ofSelection = this.known.get(fields);
    if (!ofSelection) this.known.set(fields, (ofSelection = new Map()));
    let key = `${withTotal} ${include} ${place?.direction} ${limit > SHORT_PAGE}`;
    for (const { name } of conditions) key += ` ${name}`;
    let statement = ofSelection.get(key);
    if (!statement) ofSelection.set(key, (statement = this.made(question, withTotal)));
    return statement;
  }

  private made(question: ListQuestion, withTotal: boolean): PageStatement {
    const { entityType, limit } = question;
    const basis = basisOf(question, withTotal);
    const relations = referencesOf(question);
    const values = [...basis.values];
    const references = relations?.grouped(PAGE_NODES, (value) => bind(values, sent(value)), MOST_AT_ONCE + 1);
    const name = pageName(withTotal ? 'small-page-total' : 'small-page', question);
    return {
      statement: this.prepare(statementName(name, relations?.name ?? ''), () =>
        pageSelect(entityType, { ...basis.sql, references }),
      ),
      details: basis.details,
      related: values.slice(basis.values.length),
      relations,
      unrelated: relations && this.unrelated(question, withTotal, basis, relations),
      isBelow: joinedAncestors(entityType).length > 0,
      expecting: limit <= SHORT_PAGE ? undefined : this.expecting(question, withTotal, basis),
    };
  }

  private unrelated(question: ListQuestion, withTotal: boolean, basis: PageBasis, relations: RelationQuestion): Bound {
    const values = [...basis.values];
    const traces = relations.traces(FOUND_NODES, FOUND_PARENTS, (value) => bind(values, sent(value)));
    const name = pageName(withTotal ? 'unrelated-total' : 'unrelated', question);
    return {
      statement: this.prepare(statementName(name, relations.name), () =>
        unrelatedPageSelect(question.entityType, { ...basis.sql, traces }),
      ),
      details: basis.details,
      related: values.slice(basis.values.length),
    };
  }

  private expecting(question: ListQuestion, withTotal: boolean, { sql, values }: PageBasis): PreparedStatement {
    const withNodes = question.fields.relations.length > 0;
    const name = pageName(`expecting${withTotal ? '-total' : ''}${withNodes ? '-nodes' : ''}`, question);
    const parents = `$${values.length + 1}`;
    return this.prepare(statementName(name), () =>
      expectingPageSelect(question.entityType, { ...sql, parents, withNodes }),
    );
  }

  private prepare(name: string, text: () => string): PreparedStatement {
    let statement = this.prepared.get(name);
    if (!statement) this.prepared.set(name, (statement = { name, text: text() }));
    return statement;
  }
}

function basisOf(question: ListQuestion, withTotal: boolean): PageBasis {
  const { entityType, fields, include, conditions } = question;
  const withDetails = fields.attributes.length > 0;
  const details = withDetails ? detailValues(entityType, fields).map(sent) : [];
  const values = [...details];
  const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
  const { beyond, order, limit } = placeOf(question, values, 'e');
  const share = bind(values, shareOf(question));
  const total = withTotal ? counterSql(question, values) : undefined;
  // By a subquery, so that the plan does not depend on the number: a statement that is planned anew takes longer to plan than to run.
  const rows = `select e.* from entity e ${entityType.side?.join ?? ''} ${where}${beyond} order by ${order} limit ${MOST_ROWS}`;
  const entities = `select * from (${rows}) e limit (select ${limit}::int)`;
  return {
    sql: { withDetails, entities, order, share, total, areLive: include === 'non-deleted' },
    ...{ details, values },
  };
}

/** The values of a page, in the order in which `basisOf` binds them, and those behind them. */
export function valuesOf(question: ListQuestion, withTotal: boolean, { details, related }: Bound): unknown[] {
  const values = [...details];
  sqlOf(question.conditions, values);
  placeOf(question, values, 'e');
  bind(values, shareOf(question));
  if (withTotal) counterSql(question, values);
  values.push(...related);
  return values;
}

/** A value that is the same for each page, as it is sent: a list of words is written once. */
const sent = (value: unknown): unknown =>
  Array.isArray(value) ? binaryArray('text', value as readonly string[]) : value;

/** Bytes that a document may have: rows of so many fit on a page. */
const shareOf = ({ limit }: ListQuestion): number => Math.floor(PAGE_BYTES / limit);

/** The references that come with a page; undefined: it has none, or they come behind it. */
function referencesOf({ entityType, fields, limit }: ListQuestion): RelationQuestion | undefined {
  if (limit > SHORT_PAGE || fields.relations.length === 0) return undefined;
  return new RelationQuestion(entityType, fields.relations);
}
