import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { parse } from 'yaml';
import { yamlOfLists, yamlText } from './yaml-text';

const whole = async (value: Record<string, unknown>): Promise<string> => {
  const yaml = yamlOfLists(value);
  return typeof yaml === 'string' ? yaml : text(yaml);
};

describe('contracts as YAML', () => {
  it('keep long lines and Markdown as they were written', () => {
    const sql = 'select '.repeat(40);
    expect(yamlText({ termsOfUse: '# Terms\n\nNot for resale.', sql })).toBe(
      `termsOfUse: |-\n  # Terms\n\n  Not for resale.\nsql: "${sql}"\n`,
    );
  });

  it('say in full what is there twice', () => {
    const person = { id: 'a' };
    expect(yamlText({ owners: [person], reviewers: [person] })).not.toContain('&');
  });

  it.each([0, 1, 20, 21, 400])('are the same list of %d, in one piece or in several', async (length) => {
    const data = Array.from({ length }, (_, i) => ({ name: `c${i}`, schema: [{ name: 'id', tags: [] }] }));
    const value = { data, paging: { total: length } };
    expect(yamlOfLists(value) instanceof Readable).toBe(length > 20);
    expect(parse(await whole(value))).toEqual(value);
  });

  it('are read back as they were, whatever the texts in them look like', async () => {
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
