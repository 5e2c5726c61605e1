import { PassedOver } from '@app/common';
import type { EntityRow } from '../entity-row';
import { ExpectedParents } from './expected-parents';
import { PageBytes } from './page-bytes';
import type { PageForm } from './page-row-writer';
import { pageRows, type FoundPage } from './page-row';
import { MOST_ROWS, PageStatements, valuesOf, type PageStatement } from './page-statements';
import { UnrelatedPages } from './unrelated-pages';
import type { ListQuestion } from '../query/list-question';
import type { TextQueryable } from '../queryable';
import { MOST_AT_ONCE, type RelationQuestion } from '../relation-question';

/** Rows of one page, and whether there are more in the paging direction. */
export interface EntityPage {
  readonly rows: readonly EntityRow[];
  readonly hasMore: boolean;
}

/** Pages that are read by sums of sizes after one that had a large document: where there is one there are more. */
const PASSED_OVER = 15;
const MOST_PASSED_OVER = 1_000;

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
  private readonly statements = new PageStatements();
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
    const known = this.statements.of(question, withTotal);
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
    const known = this.statements.of(question, withTotal);
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
}

/** What tells a list from others: all but where its page begins, how long it is and what it shows. */
function listOf({ entityType, include, conditions }: ListQuestion): string {
  let list = `${entityType.type} ${include}`;
  for (const { name, value } of conditions) list += ` ${name} ${JSON.stringify(value)}`;
  return list;
}

const hasReferences = ({ fields }: ListQuestion): boolean => fields.relations.length > 0;
