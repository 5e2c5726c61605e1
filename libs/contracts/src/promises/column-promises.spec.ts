import type { ContractColumn } from '../document/contract-document';
import { columnCalled } from './column-promises';

const COLUMNS = 1_000;

describe('columns of a list', () => {
  it('are found without reading the whole list each time', () => {
    let reads = 0;
    const columns = Array.from({ length: COLUMNS }, (_, at): ContractColumn => {
      const column = { dataType: 'INT' } as ContractColumn;
      return Object.defineProperty(column, 'name', { get: () => (reads++, `c${at}`) });
    });
    for (let at = 0; at < COLUMNS; at++) expect(columnCalled(columns, `c${at}`)?.path).toBe(`c${at}`);
    expect(reads).toBeLessThan(5 * COLUMNS);
  });

  it('lie below their parent, inside of a list as well', () => {
    const parent = { path: 'items', names: ['items'], insideList: false, column: { name: 'items', dataType: 'ARRAY' } };
    const found = columnCalled([{ name: 'sku', dataType: 'STRING' }], 'SKU', 'foldsDown', parent);
    expect(found).toMatchObject({ path: 'items.sku', names: ['items', 'sku'], insideList: true });
  });
});
