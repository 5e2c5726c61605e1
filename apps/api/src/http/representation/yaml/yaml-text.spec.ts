import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { yamlPieces, yamlStream } from './yaml-text';

const AT_ONCE = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

const whole = async (value: unknown): Promise<string> => {
  const yaml = yamlStream(value);
  return typeof yaml === 'string' ? yaml : text(yaml);
};

describe('JSON as YAML', () => {
  it('keeps long lines and Markdown as they were written', async () => {
    const sql = 'select '.repeat(40);
    expect(await whole({ termsOfUse: '# Terms\n\nNot for resale.', sql })).toBe(
      `termsOfUse: |-\n  # Terms\n\n  Not for resale.\nsql: "${sql}"\n`,
    );
  });

  it('says in full what is there twice', async () => {
    const person = { id: 'a' };
    expect(await whole({ owners: [person], reviewers: [person] })).not.toContain('&');
  });

  it.each(['no', 'on', '2026-01-01', '1_000', '12:30:45', '0x1f', '~', 'null', 'y'])(
    'quotes %j, which readers of 1.1 take for no text',
    async (value) => {
      const yaml = await whole({ value });
      expect([parse(yaml), parse(yaml, { version: '1.1' })]).toEqual([{ value }, { value }]);
    },
  );

  const entry = (at: number) => ({ name: `c${at}`, schema: [{ name: 'id', tags: [] }] });

  it.each([0, 1, 20, 400])('is the same list of %d, in one piece or in several', async (length) => {
    const data = Array.from({ length }, (_, at) => entry(at));
    for (const value of [{ data, paging: { total: length } }, data, { schema: [{ name: 't', data }, [data]] }]) {
      expect(yamlStream(value) instanceof Readable).toBe(length === 400);
      expect(await whole(value)).toBe(stringify(value, AT_ONCE));
    }
  });

  it('is written in small pieces, however deep what is long lies', async () => {
    const properties = Array.from({ length: 2_000 }, (_, at) => ({ ...entry(at), description: 'a\n\nb\n' }));
    const value = { kind: 'DataContract', schema: [{ name: 'a' }, { name: 't', properties: [{ properties }], z: 1 }] };
    const lengths: number[] = [];
    let yaml = '';
    for await (const piece of yamlPieces(value)) {
      lengths.push(piece.length);
      yaml += piece;
    }
    expect(yaml).toBe(stringify(value, AT_ONCE));
    expect(Math.max(...lengths)).toBeLessThan(yaml.length / 10);
  });

  it('is quoted where a name of a long list needs it', async () => {
    const list = Array.from({ length: 1_300 }, (_, at) => at);
    for (const name of ['a: b', 'no', '', '# x', '- y', 'a\nb', '"q"', '{', 'k'.repeat(1_100)]) {
      const value = { [name]: list, after: 1 };
      expect(parse(await whole(value))).toEqual(value);
    }
  });

  it.each(['\u2028', '\u2029', '\u0085', '\r', '\u000b'])('ends no line of a long value at %j', async (end) => {
    const value = { data: Array.from({ length: 1_300 }, () => `a${end}  b\0${end}c`) };
    const yaml = await whole(value);
    expect(yaml).toBe(stringify(value, AT_ONCE));
    expect(parse(yaml)).toEqual(value);
  });

  it('is read back as it was, whatever the texts in it look like', async () => {
    const entry = fc.record({ name: fc.string({ unit: 'binary' }), rule: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 30 }), async (data) => {
        const long = data.length ? Array.from({ length: 600 }, (_, at) => data[at % data.length]) : [];
        const value = JSON.parse(JSON.stringify({ data: [{ data }, { long }], paging: { total: 1 } })) as object;
        const yaml = await whole(value);
        expect(yaml).toBe(stringify(value, AT_ONCE));
        expect(parse(yaml)).toEqual(value);
      }),
      // Each has a list of 600 entries; others are tried at the next run.
      { numRuns: 15 },
    );
  });
});
