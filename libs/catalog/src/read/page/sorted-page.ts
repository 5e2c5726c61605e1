import type { KeysetPage, PageNeighbours } from '@app/common';
import { Conditions, KeysetOrder, KeysetQuery, type Database, type SortDirection } from '@app/database';
import type { EntityType } from '../../definition/entity-type';
import type { Condition, ListQuestion } from '../../query/list-question';
import { LIVENESS } from '../query/question-sql';
import type { EntityPage } from './entity-page';
import type { PageOptions, PageReader } from './page-reader';

/** An order of a list: by name, or by one of the type's sorts. */
export interface ListSort {
  readonly by: string;
  readonly direction: SortDirection;
}

/** The entities of a page, and the order in which they are shown. */
export interface ListedPage {
  readonly page: EntityPage;
  readonly rows: readonly number[];
  readonly paging: PageNeighbours & { readonly total: number };
}

interface SortedRequest extends Pick<PageOptions, 'inTurn'> {
  readonly sort: ListSort;
  readonly cursor: KeysetPage;
}

/** An entity of a sorted list, with its keys as text. */
interface SortedRow {
  readonly node: string;
  readonly id: string;
  readonly keys: readonly string[];
}

const NAME_COLUMNS = [
  { sql: 'e.name', type: 'text' },
  { sql: 'e.id', type: 'uuid' },
];

/**
 * Reads a page of a list in another order than that by name: which entities are on it and the total at once, then their documents by the
 * statement of all pages.
 */
export async function sortedPage(
  database: Database,
  pages: PageReader,
  question: ListQuestion,
  { sort, cursor, inTurn }: SortedRequest,
): Promise<ListedPage> {
  const { entityType, limit } = question;
  const order = orderOf(entityType, sort);
  const request = { page: cursor, limit, direction: sort.direction };
  const [found, total] = await Promise.all([
    listOf(entityType, sort, order).page(database, filterOf(question, sort), request),
    pages.total(question),
  ]);
  const { page, shown } = await fitting(found.rows, cursor, (rows) =>
    pages.read({ ...question, limit: rows.length, conditions: [isOneOf(rows)] }, { inTurn }),
  );
  const isCut = shown.length < found.rows.length;
  const neighbours = isCut ? cursor.neighbours(shown, true, order.keysOf) : found.neighbours;
  return { page, rows: positionsOf(page, shown), paging: { total, ...neighbours } };
}

/** The columns of an order, unique together; that of a sort is one of the side table. */
const columnsOf = ({ sorts }: EntityType, { by }: ListSort) => sorts[by]?.columns ?? NAME_COLUMNS;

const orderOf = (entityType: EntityType, sort: ListSort): KeysetOrder<SortedRow> =>
  new KeysetOrder<SortedRow>(
    ...columnsOf(entityType, sort).map(({ sql, type }, at) => ({ sql, type, key: ({ keys }: SortedRow) => keys[at] })),
  );

function listOf(entityType: EntityType, sort: ListSort, order: KeysetOrder<SortedRow>): KeysetQuery<SortedRow> {
  const keys = columnsOf(entityType, sort).map(({ sql }) => `(${sql})::text`);
  const select = `select e.node::text, e.id::text, array[${keys.join(', ')}] as keys from entity e ${entityType.side?.join ?? ''}`;
  return new KeysetQuery<SortedRow>({ select, order });
}

/** The entities of the list that have a row in the side table where that is sorted by: only then its index returns them in order. */
function filterOf({ entityType, include, conditions }: ListQuestion, { by }: ListSort): Conditions {
  const filter = Conditions.of(`e.type = '${entityType.type}'${LIVENESS[include]}`);
  if (by in entityType.sorts) filter.add('s.node is not null');
  for (const condition of conditions) filter.within(condition);
  return filter;
}

const isOneOf = (rows: readonly SortedRow[]): Condition => ({
  name: 'nodes',
  value: rows.map(({ node }) => node),
  sql: (bound) => `e.node = any(${bound}::bigint[])`,
});

/**
 * The page of these rows. Where it has no room for all their documents it is one of half of them, beginning where the page begins to be
 * read.
 */
async function fitting(
  found: readonly SortedRow[],
  { isBackward }: KeysetPage,
  read: (rows: readonly SortedRow[]) => Promise<EntityPage>,
): Promise<{ readonly page: EntityPage; readonly shown: readonly SortedRow[] }> {
  let shown = found;
  let page = await read(shown);
  while (page.hasMore && shown.length > 1) {
    const half = Math.ceil(shown.length / 2);
    shown = isBackward ? shown.slice(-half) : shown.slice(0, half);
    page = await read(shown);
  }
  return { page, shown };
}

/** The indices of these rows on the page, whose own order is that by name; without those that have been deleted meanwhile. */
function positionsOf(page: EntityPage, shown: readonly SortedRow[]): number[] {
  const byId = new Map(Array.from({ length: page.rows }, (_, row) => [page.keysOf(row)[1], row]));
  return shown.flatMap(({ id }) => byId.get(id) ?? []);
}
