import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { parse } from 'yaml';
import { yamlStream } from './yaml-text';

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

  it.each([0, 1, 20, 21, 400])('is the same list of %d, in one piece or in several', async (length) => {
    const data = Array.from({ length }, (_, i) => ({ name: `c${i}`, schema: [{ name: 'id', tags: [] }] }));
    for (const value of [{ data, paging: { total: length } }, data]) {
      expect(yamlStream(value) instanceof Readable).toBe(length > 20);
      expect(parse(await whole(value))).toEqual(value);
    }
  });

  it('is quoted where a name of a long list needs it', async () => {
    const list = Array.from({ length: 30 }, (_, at) => at);
    for (const name of ['a: b', 'no', '', '# x', '- y', 'a\nb', '"q"', '{']) {
      const value = { [name]: list, after: 1 };
      expect(parse(await whole(value))).toEqual(value);
    }
  });

  it('is read back as it was, whatever the texts in it look like', async () => {
    const entry = fc.record({ name: fc.string({ unit: 'binary' }), rule: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 30 }), async (data) => {
        const value = JSON.parse(JSON.stringify({ data, paging: { total: 1 } })) as Record<string, unknown>;
        expect(parse(await whole(value))).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });
});
