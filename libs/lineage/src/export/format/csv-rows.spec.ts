import { writeToString } from 'fast-csv';
import fc from 'fast-check';
import { CsvRows } from './csv-text';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '|', '\0', "'", 'a', ' ') }),
);
const row = fc.array(cell, { minLength: 5, maxLength: 5 });

describe('rows of CSV', () => {
  it('are what fast-csv makes of them, whatever their cells hold', async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.array(row, { maxLength: 20 }), async (header, rows) => {
        const made = new CsvRows(header);
        const text = made.first() + rows.map((cells) => made.next(cells)).join('');
        expect(text).toBe(await writeToString([header, ...rows], { headers: false, rowDelimiter: '\r\n' }));
      }),
    );
  });

  it('come each by itself, however long', () => {
    const rows = new CsvRows(['a', 'b']);
    const sql = 'select "x",\n'.repeat(20_000);
    expect(rows.first()).toBe('a,b');
    for (let i = 0; i < 5; i++) expect(rows.next([sql, 'x'])).toBe(`\r\n"${sql.replaceAll('"', '""')}",x`);
    expect(rows.next(['c', 'd'])).toBe('\r\nc,d');
  });
});
