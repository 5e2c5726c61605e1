import fc from 'fast-check';
import { analyze, analyzeValues, queryChunks, type Token } from './analyzer';
import { foldText } from './text-form';

/** `token@position`, positions counted from 1 as in the texts about it; a stacked one in brackets. */
const said = (tokens: Token[]): string =>
  tokens
    .map(({ token, position, stacked }) => (stacked ? `[${token}@${position + 1}]` : `${token}@${position + 1}`))
    .join(' ');

describe('the analyzer', () => {
  it.each([
    ['orders', 'orders@1'],
    ['fact_orders_daily', '[fact_orders_daily@1] fact@1 orders@2 daily@3'],
    ['HTTPServerV2', '[httpserverv2@1] http@1 server@2 v@3 2@4'],
    ['customerOrders', '[customerorders@1] customer@1 orders@2'],
    ['raw.orders-v2', '[raw.orders-v2@1] raw@1 orders@2 v@3 2@4'],
    ['a..b__c', '[a..b__c@1] a@1 b@2 c@3'],
    ['_leading and trailing-', 'leading@1 and@2 trailing@3'],
    ['a/b,c', 'a@1 b@2 c@3'],
    ["customer's", "[customer's@1] customer@1 s@2"],
    ['Käufer KÄUFER Größe', 'kaufer@1 kaufer@2 grosse@3'],
    ['Ka\u0308ufer', 'kaufer@1'],
    ['smørrebrød Łódź', 'smorrebrod@1 lodz@2'],
    ['İstanbul', 'istanbul@1'],
    ['明细', '[明细@1] 明@1 细@2'],
    ['orders_明细', '[orders_明细@1] orders@1 明@2 细@3'],
    ['订单v2', '[订单v2@1] 订@1 单@2 v@3 2@4'],
    ['ユーザー', 'ユーザー@1'],
    ['ABCdEF', '[abcdef@1] ab@1 cd@2 ef@3'],
    ['aBc', '[abc@1] a@1 bc@2'],
    ['ABC', 'abc@1'],
    ['ÄÖÜber', '[aouber@1] ao@1 uber@2'],
    ['T1 2T', '[t1@1] t@1 1@2 [2t@3] 2@3 t@4'],
    ['q\u0303A', '[q\u0303a@1] q\u0303@1 a@2'],
    ['e\u0301x', 'ex@1'],
    ['𝒳y 𠀀𠀁', '𝒳y@1 [𠀀𠀁@2] 𠀀@2 𠀁@3'],
    ['', ''],
    [' \t!?/()', ''],
  ])('%s', (text, tokens) => {
    expect(said(analyze(text, 'parts'))).toBe(tokens);
  });

  it('stems parts and wholes alike in a stemmed field', () => {
    expect(said(analyze('Ordering daily orders_facts', 'stem'))).toBe('order@1 daili@2 [orders_fact@3] order@3 fact@4');
  });

  it('says where each token stands in the text as it was given', () => {
    const text = 'die Ka\u0308ufer_Gro\u0308ße \u1100\u1161\u11a8x';
    const places = analyze(text, 'parts').map(({ start, end }) => text.slice(start, end));
    expect(places).toEqual(['die', 'Ka\u0308ufer_Gro\u0308ße', 'Ka\u0308ufer', 'Gro\u0308ße', '\u1100\u1161\u11a8x']);
  });

  it('leaves a gap of 100 positions between values', () => {
    expect(said(analyzeValues(['a b', '', 'c'], 'parts'))).toBe('a@1 b@2 c@203');
  });

  it('cuts tokens over 255 characters', () => {
    const [token] = analyze('x'.repeat(300), 'parts');
    expect(token?.token).toBe('x'.repeat(255));
    expect(analyze('𝒳'.repeat(200), 'parts')[0]?.token).toBe('𝒳'.repeat(127));
  });

  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('a', 'B', 'ß', '1', '_', '-', ' ', '明', 'u\u0308', '\u0301', 'É', '\u1100\u1161', '𝒳', '/'),
        fc.string({ unit: 'binary', maxLength: 2 }),
      ),
    )
    .map((pieces) => pieces.join(''));

  it('tells of each token where it stands, in order, and what stands there', () => {
    fc.assert(
      fc.property(text, (source) => {
        const tokens = analyze(source, 'parts');
        let [position, start] = [0, 0];
        for (const token of tokens) {
          expect(token.position - position).toBeLessThanOrEqual(1);
          expect(token.start).toBeGreaterThanOrEqual(start);
          expect(token.end).toBeGreaterThan(token.start);
          // A mark behind a border may have become one with the letter before it: then both show the whole.
          expect(foldText(source.slice(token.start, token.end))).toContain(token.token);
          [position, start] = [token.position, token.start];
        }
      }),
      { numRuns: 500 },
    );
  });

  it('makes of a query the tokens that are indexed', () => {
    fc.assert(
      fc.property(text, fc.constantFrom<'parts' | 'stem'>('parts', 'stem'), (source, analysis) => {
        const indexed = analyze(source, analysis);
        const chunks = queryChunks(source, analysis);
        expect(chunks.flatMap(({ parts }) => parts)).toEqual(
          indexed.filter(({ stacked }) => !stacked).map(({ token }) => token),
        );
        const wholes = chunks.filter(({ parts }) => parts.length > 1).map(({ whole }) => whole);
        expect(wholes).toEqual(indexed.filter(({ stacked }) => stacked).map(({ token }) => token));
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text', () => {
    const started = process.cpuUsage();
    analyze('aB'.repeat(50_000) + '._'.repeat(50_000) + 'ABa'.repeat(30_000), 'stem');
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
