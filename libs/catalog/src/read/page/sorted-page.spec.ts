import { KeysetPages, type PageRequest } from '@app/common';
import type { Database } from '@app/database';
import { entityTypes } from '../../types/entity-types';
import { allFields } from '../../query/field-list';
import type { ListQuestion } from '../../query/list-question';
import type { EntityPage } from './entity-page';
import type { PageReader } from './page-reader';
import { sortedPage } from './sorted-page';

const pages = new KeysetPages(Buffer.alloc(32, 7));
const NAMES = [...'gfedcba'];
const sort = { by: 'name', direction: 'desc' } as const;
const entityType = entityTypes.get('table');

/** A list whose pages have room for so many documents; its own order is that by name. */
function sorted(request: PageRequest, room: number, limit = 5) {
  const cursor = pages.open('list', request);
  const key = cursor.boundary?.keys[0] as string | undefined;
  const found = cursor.isBackward
    ? NAMES.filter((name) => name > key!).reverse()
    : NAMES.filter((name) => key === undefined || name < key);
  const rows = found.slice(0, limit + 1).map((name) => ({ node: name, id: `id-${name}`, keys: [name, `id-${name}`] }));
  const database = { query: () => Promise.resolve(rows) } as unknown as Database;
  const reads: number[] = [];
  const read = ({ conditions }: ListQuestion): Promise<EntityPage> => {
    const asked = (conditions[0]!.value as string[]).toSorted();
    reads.push(asked.length);
    const fitting = asked.slice(0, room);
    const page = {
      rows: fitting.length,
      hasMore: asked.length > room,
      keysOf: (at: number) => [fitting[at], `id-${fitting[at]}`],
    };
    return Promise.resolve(page as unknown as EntityPage);
  };
  const reader = { read, total: () => Promise.resolve(NAMES.length) } as unknown as PageReader;
  const question: ListQuestion = { entityType, include: 'all', fields: allFields(entityType), conditions: [], limit };
  const options = { sort, cursor, inTurn: <T>(work: () => Promise<T>) => work() };
  return sortedPage(database, reader, question, options).then(({ page, rows: order, paging }) => ({
    names: order.map((at) => page.keysOf(at)[0]).join(''),
    reads,
    paging,
  }));
}

describe('a page in another order than that by name', () => {
  it('has its rows in that order', async () => {
    const first = await sorted({}, 9);
    expect(first).toMatchObject({ names: 'gfedc', reads: [5], paging: { total: 7 } });
    const last = await sorted({ after: first.paging.after! }, 9);
    expect(last).toMatchObject({ names: 'ba', paging: { total: 7 } });
    expect(last.paging.after).toBeUndefined();
    expect((await sorted({ before: last.paging.before! }, 9)).names).toBe('gfedc');
  });

  it('ends early where it has no room for all documents, and the next one begins there', async () => {
    const first = await sorted({}, 2);
    expect(first).toMatchObject({ names: 'gf', reads: [5, 3, 2] });
    expect((await sorted({ after: first.paging.after! }, 2)).names).toBe('ed');
  });

  it('ends early on the way back as well, next to the page it comes from', async () => {
    const last = await sorted({ after: (await sorted({}, 9)).paging.after! }, 9);
    const before = await sorted({ before: last.paging.before! }, 2);
    expect(before.names).toBe('dc');
    expect((await sorted({ before: before.paging.before! }, 2)).names).toBe('fe');
  });

  it('has one row at least, however large its document is', async () => {
    expect((await sorted({}, 1)).names).toBe('g');
  });
});
