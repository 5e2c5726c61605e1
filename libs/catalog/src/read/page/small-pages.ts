import { PAGE_BYTES, PassedOver } from '@app/common';
import { binaryArray, type PreparedStatement } from '@app/database';
import { joinedAncestors, type EntityRow } from '../entity-row';
import type { FieldSelection } from '../field-list';
import { ExpectedParents } from './expected-parents';
import { PageBytes } from './page-bytes';
import type { PageForm } from './page-row-writer';
import { pageRows, type FoundPage } from './page-row';
import {
  expectingPageSelect,
  FOUND_NODES,
  FOUND_PARENTS,
  PAGE_NODES,
  pageSelect,
  unrelatedPageSelect,
} from './page-select';
import { UnrelatedPages } from './unrelated-pages';
import type { ListQuestion } from '../query/list-question';
import { bind, counterSql, detailValues, LIVENESS, pageName, placeOf, sqlOf } from '../query/question-sql';
import { statementName, type TextQueryable } from '../queryable';
import { MOST_AT_ONCE, RelationQuestion } from '../relation-question';

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

/**
 * Rows of the longest page that is short: its references come with it, since of a longer one a round trip more is next to nothing. And what
 * a statement spares a longer one for each row is next to nothing here.
 */
const SHORT_PAGE = 100;

/** Pages that are read by sums of sizes after one that had a large document: where there is one there are more. */
const PASSED_OVER = 15;
const MOST_PASSED_OVER = 1_000;

/** A statement, with its values that do not depend on the page: before those of conditions, and behind all others. */
interface Bound {
  readonly statement: PreparedStatement;
  readonly details: readonly unknown[];
  readonly related: readonly unknown[];
}

/** The statements of a page. */
interface PageStatement extends Bound {
  /** The references that come with a page; undefined: it has none, or they come behind it. */
  readonly relations: RelationQuestion | undefined;
  /** For a page to which nothing is expected to refer; undefined: references do not come with it. */
  readonly unrelated: Bound | undefined;
  /** For a page of expected parents; undefined: the page is short. */
  readonly expecting: PreparedStatement | undefined;
  /** Whether entities tell what lies above them: the expected parents are the value behind all others then. */
  readonly isBelow: boolean;
}

/** A page that is asked for as bytes. */
interface PageOrder {
  readonly db: TextQueryable;
  readonly known: PageStatement;
  readonly question: ListQuestion;
  readonly withTotal: boolean;
}

type BytesForm = Omit<PageForm, 'isAboveFirst' | 'hasReferences'>;

/** A page as bytes, with the question by which its references are read, where they came along. */
export interface BytePage {
  readonly bytes: PageBytes;
  readonly relations: RelationQuestion | undefined;
}

/**
 * Pages on which no document takes more than its share of the page size limit, so that all rows fit whatever their number: one scan of
 * an index, without a sum of sizes.
 */
export class SmallPages {
  /** By the selection, which is of one type, and all else that a text depends on. */
  private readonly statements = new WeakMap<FieldSelection, Map<string, PageStatement>>();
  /** By their names: those of many selections are the same. */
  private readonly prepared = new Map<string, PreparedStatement>();
  /** By statement and limit. */
  private readonly passedOver = new PassedOver(PASSED_OVER, MOST_PASSED_OVER);
  private readonly expected = new ExpectedParents();
  private readonly unrelated = new UnrelatedPages();

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
    const known = this.statementOf(question, withTotal);
    const key = `${known.statement.name} ${limit}`;
    if (this.passedOver.takes(key)) return undefined;
    const order = {
      withDetails: fields.attributes.length > 0,
      mostReferences: known.relations && MOST_AT_ONCE,
    };
    const texts = await db.readTexts(known.statement, valuesOf(question, withTotal, known));
    const found = pageRows(entityType, order, texts);
    if (found) return { rows: found.rows.slice(0, limit), hasMore: found.rows.length > limit, total: found.total };
    this.passedOver.add(key);
    return undefined;
  }

  /**
   * As `read`, as bytes. undefined also where more references came along than are read at once, or did a few pages ago.
   * @param hrefStart see `PageForm`
   */
  async readBytes(
    db: TextQueryable,
    question: ListQuestion,
    withTotal: boolean,
    hrefStart: string,
  ): Promise<BytePage | undefined> {
    const { entityType, fields, limit } = question;
    if (limit >= MOST_ROWS) return undefined;
    const known = this.statementOf(question, withTotal);
    const key = `${known.statement.name} ${limit}`;
    const [documents, references] = [key, `${key} references`];
    if (this.passedOver.takes(references) || this.passedOver.has(documents)) return undefined;
    const order = { db, known, question, withTotal };
    const form = { entityType, selection: fields, hrefStart, rows: limit + 1 };
    const bytes =
      (await this.unrelatedPage(order, form)) ??
      (await this.expectedPage(order, form)) ??
      (await this.anyPage(order, form));
    if (bytes.isSmall && bytes.referenceCount <= MOST_AT_ONCE) return { bytes, relations: known.relations };
    this.passedOver.add(bytes.isSmall ? references : documents);
    return undefined;
  }

  /** A page to which nothing refers, or one with a large document; undefined: that is not expected, or it was, and something does. */
  private async unrelatedPage(
    { db, known, question, withTotal }: PageOrder,
    form: BytesForm,
  ): Promise<PageBytes | undefined> {
    const { name } = known.statement;
    if (!known.unrelated || !this.unrelated.isExpected(name)) return undefined;
    const bytes = new PageBytes({ ...form, isAboveFirst: true, hasReferences: false });
    const values = valuesOf(question, withTotal, known.unrelated);
    await db.readBytes(known.unrelated.statement, values, (row) => bytes.take(row));
    if (!bytes.isSmall || !bytes.isRelated) return bytes;
    this.unrelated.missed(name);
    return undefined;
  }

  /** A page below the expected parents, or one with a large document; undefined: nothing is expected, or the page has another parent. */
  private async expectedPage(
    { db, known, question, withTotal }: PageOrder,
    form: BytesForm,
  ): Promise<PageBytes | undefined> {
    if (!known.expecting) return undefined;
    const list = listOf(question);
    const parents = known.isBelow ? this.expected.of(list, question.limit) : [];
    if (!parents) return undefined;
    const bytes = new PageBytes({ ...form, isAboveFirst: true, hasReferences: hasReferences(question) });
    const values = valuesOf(question, withTotal, known);
    await db.readBytes(known.expecting, known.isBelow ? [...values, parents] : values, (row) => bytes.take(row));
    if (!bytes.isSmall || bytes.isToldOfAll) return bytes;
    this.expected.missed(list);
    return undefined;
  }

  private async anyPage({ db, known, question, withTotal }: PageOrder, form: BytesForm): Promise<PageBytes> {
    const bytes = new PageBytes({ ...form, isAboveFirst: false, hasReferences: hasReferences(question) });
    await db.readBytes(known.statement, valuesOf(question, withTotal, known), (row) => bytes.take(row));
    if (known.unrelated && bytes.rows > 0) this.unrelated.note(known.statement.name, bytes.referenceCount > 0);
    if (known.expecting && known.isBelow && bytes.rows > 0) this.expected.note(listOf(question), bytes.parentsTold);
    return bytes;
  }

  private statementOf(question: ListQuestion, withTotal: boolean): PageStatement {
    const { fields, include, conditions, place, limit } = question;
    let ofSelection = this.statements.get(fields);
    if (!ofSelection) this.statements.set(fields, (ofSelection = new Map()));
    let key = `${withTotal} ${include} ${place?.direction} ${limit > SHORT_PAGE}`;
    for (const { name } of conditions) key += ` ${name}`;
    let known = ofSelection.get(key);
    if (!known) ofSelection.set(key, (known = made(question, withTotal, this.prepared)));
    return known;
  }
}

function made(question: ListQuestion, withTotal: boolean, prepared: Map<string, PreparedStatement>): PageStatement {
  const { entityType, fields, include, conditions } = question;
  const relations = referencesOf(question);
  const withDetails = fields.attributes.length > 0;
  const details = withDetails ? detailValues(entityType, fields).map(sent) : [];
  const values = [...details];
  const where = `where e.type = '${entityType.type}'${LIVENESS[include]}${sqlOf(conditions, values)}`;
  const { beyond, order, limit } = placeOf(question, values, 'e');
  const share = bind(values, shareOf(question));
  const total = withTotal ? counterSql(question, values) : undefined;
  const ofPage = values.length;
  const traced = [...values];
  const traces = relations?.traces(FOUND_NODES, FOUND_PARENTS, (value) => bind(traced, sent(value)));
  const references = relations?.grouped(PAGE_NODES, (value) => bind(values, sent(value)), MOST_AT_ONCE + 1);
  // By a subquery, so that the plan does not depend on the number: a statement that is planned anew takes longer to plan than to run.
  const rows = `select e.* from entity e ${entityType.side?.join ?? ''} ${where}${beyond} order by ${order} limit ${MOST_ROWS}`;
  const entities = `select * from (${rows}) e limit (select ${limit}::int)`;
  const name = statementName(pageName(withTotal ? 'small-page-total' : 'small-page', question), relations?.name ?? '');
  const sql = { withDetails, entities, order, share, total, areLive: include === 'non-deleted' };
  const statement = preparedAs(prepared, name, () => pageSelect(entityType, { ...sql, references }));
  const unrelated = statementName(
    pageName(withTotal ? 'unrelated-total' : 'unrelated', question),
    relations?.name ?? '',
  );
  const isShort = question.limit <= SHORT_PAGE;
  const withNodes = fields.relations.length > 0;
  const expecting = statementName(
    pageName(`expecting${withTotal ? '-total' : ''}${withNodes ? '-nodes' : ''}`, question),
  );
  const parents = `$${values.length + 1}`;
  return {
    statement,
    details,
    related: values.slice(ofPage),
    relations,
    unrelated: traces && {
      statement: preparedAs(prepared, unrelated, () => unrelatedPageSelect(entityType, { ...sql, traces })),
      details,
      related: traced.slice(ofPage),
    },
    isBelow: joinedAncestors(entityType).length > 0,
    expecting: isShort
      ? undefined
      : preparedAs(prepared, expecting, () => expectingPageSelect(entityType, { ...sql, parents, withNodes })),
  };
}

function preparedAs(prepared: Map<string, PreparedStatement>, name: string, text: () => string): PreparedStatement {
  let statement = prepared.get(name);
  if (!statement) prepared.set(name, (statement = { name, text: text() }));
  return statement;
}

/** What tells a list from others: all but where its page begins, how long it is and what it shows. */
function listOf({ entityType, include, conditions }: ListQuestion): string {
  let list = `${entityType.type} ${include}`;
  for (const { name, value } of conditions) list += ` ${name} ${JSON.stringify(value)}`;
  return list;
}

/** The values of a page, in the order in which `made` binds them. */
function valuesOf(question: ListQuestion, withTotal: boolean, { details, related }: Bound): unknown[] {
  const values = [...details];
  sqlOf(question.conditions, values);
  placeOf(question, values, 'e');
  bind(values, shareOf(question));
  if (withTotal) counterSql(question, values);
  values.push(...related);
  return values;
}

const hasReferences = ({ fields }: ListQuestion): boolean => fields.relations.length > 0;

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
