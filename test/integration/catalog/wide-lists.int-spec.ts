import type { ListRequest } from '@app/catalog';
import { ADMIN, CatalogFixture, typeNamed, type Document } from './catalog.fixture';

interface Page {
  readonly data: Document[];
  readonly paging: { readonly before?: string; readonly after?: string };
}

describe('lists of entities', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const list = async (type: string, more: Partial<ListRequest>): Promise<Page> => {
    const request: ListRequest = { limit: 10, include: 'non-deleted', filters: {}, ...more };
    return JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as Page;
  };

  it('with thousands of references say what their rows alone say, however few of them are read at once', async () => {
    const glossary = (await catalog.make('glossary')).fullyQualifiedName;
    const term = (name: string, relatedTerms: readonly string[] = []): object => ({
      ...{ name, glossary, description: 'A word', relatedTerms },
    });
    const put = (terms: readonly object[]): Promise<unknown> =>
      catalog.bulk.put(ADMIN, typeNamed('glossaryTerm'), terms);
    const others = Array.from({ length: 900 }, (_, at) => `word${at}`);
    await put(others.map((name) => term(name)));
    const related = others.map((name) => `${glossary}.${name}`);
    const few = Array.from({ length: 20 }, (_, at) => term(`a${at}`, related.slice(at, at + 2)));
    const many = Array.from({ length: 12 }, (_, at) => term(`a many ${at}`, related.toReversed().slice(at)));
    await put([...few, ...many]);
    const asked = { filters: { glossary }, fields: 'relatedTerms' };
    const names = (page: Page): unknown[] =>
      page.data.map(({ name, relatedTerms }) => [name, (relatedTerms as { name: string }[]).map((one) => one.name)]);
    const together = await list('glossaryTerm', { ...asked, limit: 32 });
    const alone: unknown[] = [];
    for (let [count, after] = [0, undefined as string | undefined]; count < 32; count++) {
      const page = await list('glossaryTerm', { ...asked, limit: 1, ...(after !== undefined && { after }) });
      alone.push(...names(page));
      after = page.paging.after;
    }
    expect(names(together)).toEqual(alone);
    const last = await list('glossaryTerm', { ...asked, limit: 10, after: together.paging.after! });
    const back = await list('glossaryTerm', { ...asked, limit: 32, before: last.paging.before! });
    expect(names(back)).toEqual(alone);
  });
});
