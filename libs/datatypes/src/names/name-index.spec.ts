import type { NameCase } from './name-cases';
import { foldName, unquotedName } from './name-fold';
import { NameIndex } from './name-index';

/** The name found; the candidates where there are several; undefined if there is none. */
function lookUp(nameCase: NameCase, word: string, names: readonly string[]): string | readonly string[] | undefined {
  const { found, among } = new NameIndex(names, (name) => name, nameCase).find(word);
  return found ?? (among?.length ? among : undefined);
}

describe('NameIndex', () => {
  it.each<[NameCase, string, string[], string | string[] | undefined]>([
    ['exact', 'id', ['id', 'ID'], 'id'],
    ['exact', 'ID', ['id'], undefined],
    ['exact', '"id"', ['id'], 'id'],

    ['foldsDown', 'CUSTOMER_ID', ['customer_id'], 'customer_id'],
    ['foldsDown', 'customer_id', ['CUSTOMER_ID'], undefined],
    ['foldsDown', 'customerid', ['CustomerId'], undefined],
    ['foldsDown', 'CustomerId', ['CustomerId', 'customerid'], 'CustomerId'],
    ['foldsDown', 'CUSTOMERID', ['CustomerId', 'customerid'], 'customerid'],
    ['foldsDown', 'key', ['Key', 'KEY'], undefined],

    ['foldsUp', 'customer_id', ['CUSTOMER_ID'], 'CUSTOMER_ID'],
    ['foldsUp', 'CUSTOMER_ID', ['customer_id'], undefined],
    ['foldsUp', 'customerid', ['CustomerId'], undefined],
    ['foldsUp', 'Key', ['Key', 'KEY'], 'Key'],
    ['foldsUp', 'key', ['Key', 'KEY'], 'KEY'],
    ['foldsUp', 'größe', ['GRÖSSE'], 'GRÖSSE'],

    ['blind', 'customer_id', ['CUSTOMER_ID'], 'CUSTOMER_ID'],
    ['blind', 'CUSTOMER_ID', ['customer_id'], 'customer_id'],
    ['blind', 'customerid', ['other', 'CustomerId'], 'CustomerId'],
    ['blind', 'key', ['Key', 'KEY'], ['Key', 'KEY']],
    ['blind', 'Key', ['Key', 'KEY'], 'Key'],
    ['blind', 'KEY', ['Key', 'Key'], 'Key'],
    ['blind', 'GRÖẞE', ['größe'], 'größe'],
    ['blind', 'GRÖSSE', ['größe'], undefined],
    ['blind', 'ΟΔΟΣ', ['οδος'], 'οδος'],
    ['blind', 'ΟΔΟΣ', ['οδος', 'οδοσ'], ['οδος', 'οδοσ']],
    ['blind', 'I', ['ı'], undefined],
    ['blind', 'i', ['İ'], undefined],
    ['blind', 'k', ['\u212a'], '\u212a'],
    ['blind', '\u{10400}', ['\u{10428}'], '\u{10428}'],
  ])('%s: %s among %j is %j', (nameCase, word, names, found) => {
    expect(lookUp(nameCase, word, names)).toEqual(found);
  });

  describe.each<NameCase>(['exact', 'foldsDown', 'foldsUp', 'blind'])('names in quotes, %s', (nameCase) => {
    it.each<[string, string[], string | undefined]>([
      ['"Key"', ['Key', 'key', 'KEY'], 'Key'],
      ['`Key`', ['Key'], 'Key'],
      ['[Key]', ['Key'], 'Key'],
      ['"Key"', ['key', 'KEY'], undefined],
      ['"Key"', ['Key', '"Key"'], '"Key"'],
      ['"a""b"', ['a"b'], 'a"b'],
      ['`a``b`', ['a`b'], 'a`b'],
      ['[a]]b]', ['a]b'], 'a]b'],
      ['"a"b"', ['a"b'], undefined],
      ['""', [''], undefined],
      ['"', ['"'], '"'],
      ['"Key`', ['Key'], undefined],
      ['"two\nlines"', ['two\nlines'], 'two\nlines'],
    ])('%j among %j is %j', (word, names, found) => {
      expect(lookUp(nameCase, word, names)).toEqual(found);
    });
  });

  it('finds the first of things with equal names', () => {
    const things = [
      { name: 'id', at: 0 },
      { name: 'id', at: 1 },
    ];
    for (const nameCase of ['exact', 'blind'] as const) {
      const index = new NameIndex(things, ({ name }) => name, nameCase);
      expect(index.find('id').found).toBe(things[0]);
      expect(index.find('ID').found).toBe(nameCase === 'blind' ? things[0] : undefined);
    }
  });
});

describe('foldName', () => {
  it('is one key for names that a case-insensitive pattern of Unicode takes for equal', () => {
    const letters = Array.from({ length: 0x600 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      /\p{L}/u.test(letter),
    );
    const byKey = new Map(letters.map((letter) => [letter, foldName(letter, 'blind')]));
    const wrong = letters.flatMap((a) => {
      const pattern = new RegExp(`^${a}$`, 'iu');
      return letters.filter((b) => pattern.test(b) !== (byKey.get(a) === byKey.get(b))).map((b) => a + b);
    });
    expect(wrong).toEqual([]);
  });
});

describe('unquotedName', () => {
  it('is undefined for a name without quotes', () => {
    for (const name of ['', 'id', 'a"b', '"a', 'a"', '[a', 'a]', '[]', '``'])
      expect(unquotedName(name)).toBeUndefined();
  });
});
