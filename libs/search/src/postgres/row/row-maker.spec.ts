import type { IndexedDocument } from '../../document/search-document';
import { RowMaker } from './row-maker';
import { storedRow, type StoredRow } from './search-row';

function documentOf(description: string): IndexedDocument {
  const document = {
    id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
    entityType: 'table',
    name: 'orders',
    fullyQualifiedName: 'shop.db.public.orders',
    deleted: false,
    updatedAt: 1,
    description,
  };
  return { node: '1', document } as unknown as IndexedDocument;
}

/** A row as it comes from a thread: with arrays of bytes, not buffers. */
const inBytes = (row: StoredRow): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : (value as unknown)]),
  );

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i % 5_000}`).join(' ');

describe('rows of documents', () => {
  it.each([
    ['short', 10],
    ['long', 50_000],
  ])('are the same wherever they are made: %s', async (_, count) => {
    const document = documentOf(words(count));
    const row = await new RowMaker().row(document);
    expect(JSON.stringify(inBytes(row))).toBe(JSON.stringify(inBytes(storedRow(document))));
  });

  it('leave this thread free while a long one is analysed, and several are each answered', async () => {
    const maker = new RowMaker();
    await maker.row(documentOf(words(20_000)));
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const rows = await Promise.all([3, 2, 1].map((n) => maker.row(documentOf(words(n * 50_000)))));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(20);
    const lengths = rows.map((row) => row.document.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  });

  it('fail alone where one cannot be made', async () => {
    const maker = new RowMaker();
    const broken = { node: '1', document: { description: words(50_000) } } as unknown as IndexedDocument;
    await expect(maker.row(broken)).rejects.toThrow(/./);
    const document = documentOf(words(50_000));
    expect((await maker.row(document)).id).toBe(document.document.id);
  });
});
