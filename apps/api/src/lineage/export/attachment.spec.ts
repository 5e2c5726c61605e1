import * as fc from 'fast-check';
import { attachment } from './attachment';

describe('the name of a downloaded file', () => {
  it('has plain signs for every client, and all of them for those that read RFC 5987', () => {
    expect(attachment('lineage', 'shop.db."ordérs 表"', 'csv')).toBe(
      `attachment; filename="lineage-shop.db._ord_rs_.csv"; filename*=UTF-8''lineage-shop.db._ord%C3%A9rs%20%E8%A1%A8_.csv`,
    );
  });

  it('names no folder, ends no header and no quotes, and is short enough, whatever the FQN', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (fqn) => {
        const [, plain, full] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(
          attachment('lineage', fqn, 'csv'),
        ) as unknown as [string, string, string];
        expect(plain).toMatch(/^[\w.-]+$/);
        expect(full).toMatch(/^[\w.~%-]+$/);
        expect(decodeURIComponent(full)).not.toMatch(/[/\\"\p{Cc}]/u);
        expect(Buffer.byteLength(decodeURIComponent(full))).toBeLessThan(256);
        expect(plain.endsWith('.csv') && full.endsWith('.csv')).toBe(true);
      }),
    );
  });
});
