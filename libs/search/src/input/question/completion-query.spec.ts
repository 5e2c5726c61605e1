import fc from 'fast-check';
import { analyze } from '../../analysis/analyzer';
import { keywordForm } from '../../analysis/text-form';
import { completionQuery, looserCompletion } from './completion-query';
import { fieldValueQuery } from './field-value-query';

describe('completing what is typed', () => {
  it.each(['', ' ', 'a', ' ä '])('%j is too short', (text) => expect(completionQuery(text)).toEqual({ kind: 'none' }));

  it('takes all words but the last one as they are, the last one as a beginning', () => {
    const patterns = JSON.stringify(completionQuery('Fact_Ord'));
    expect(patterns).toContain('{"type":"prefix","text":"fact_ord"}');
    expect(patterns).toContain('"token":"fact"');
    expect(patterns).toContain('{"type":"prefix","text":"ord"}');
  });

  it.each([
    ['a'.repeat(8_193), 'has 8193 characters; allowed are up to 8192'],
    ['ab '.repeat(1_025), 'has 1025 words and parts of words; allowed are up to 1024'],
  ])('refuses more than a query may hold', (text, message) => {
    expect(() => completionQuery(text)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', details: [{ field: 'q', message }] }),
    );
    expect(() => completionQuery('ab '.repeat(1_024))).not.toThrow();
  });

  it('looks one part up among the parts of names alone: what begins with it has it', () => {
    expect(completionQuery('Ord')).toMatchObject({
      must: [{ kind: 'best', queries: [{ field: 'name' }, { field: 'displayName' }] }],
      should: [{ kind: 'bool', should: [{ field: 'name.keyword' }, { field: 'displayName.keyword' }] }],
      minimumShouldMatch: 0,
    });
    expect(completionQuery('ord1')).toMatchObject({ must: [], minimumShouldMatch: 1 });
  });

  it('finds one part in every name that begins with it', () => {
    const name = fc.array(fc.constantFrom(...'aB1_-. éİK\u0301\u0323订'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(name, fc.nat(8), (letters, length) => {
        const typed = keywordForm(letters.join('')).slice(0, length).trim();
        const query = completionQuery(typed);
        if (query.kind !== 'bool' || query.must.length === 0) return;
        const tokens = analyze(letters.join(''), 'parts').map(({ token }) => token);
        expect(tokens.some((token) => token.startsWith(typed))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes a long last word without its end where it completes to nothing', () => {
    expect(JSON.stringify(looserCompletion('stays_readmit'))).toContain('{"type":"prefix","text":"readmi"}');
    expect(JSON.stringify(looserCompletion('stays_readmit'))).toContain('"token":"stays"');
    for (const short of ['order', 'readmit_a', '--', '']) expect(looserCompletion(short)).toBeUndefined();
  });

  it('takes signs without a word as the beginning of a name', () => {
    expect(completionQuery('--')).toMatchObject({ kind: 'bool', should: [{ kind: 'bool' }] });
  });
});

describe('the exact value of a field', () => {
  it.each([
    ['name', 'Orders', { kind: 'keyword', field: 'name.keyword', values: ['orders'] }],
    ['service.name', 'Shop', { kind: 'keyword', field: 'service.name.keyword', values: ['shop'] }],
    ['owners.name.keyword', 'Ann', { kind: 'keyword', field: 'owners.name', values: ['ann'] }],
    ['deleted', 'true', { kind: 'keyword', field: 'deleted', values: [true] }],
    ['totalVotes', '3', { kind: 'keyword', field: 'totalVotes', values: [3] }],
    ['nothing', 'x', { kind: 'none' }],
    ['constructor', 'x', { kind: 'none' }],
  ])('%s %s', (field, value, expected) => expect(fieldValueQuery(field, value)).toMatchObject(expected));

  it('reads stars as any characters, and nothing else as a sign', () => {
    expect(fieldValueQuery('fullyQualifiedName', 'svc.*.T?')).toMatchObject({
      kind: 'pattern',
      field: 'fullyQualifiedName.keyword',
      pattern: { type: 'wildcard', parts: ['svc.', { any: 'many' }, '.t?'] },
    });
  });

  it.each([
    ['name', '***a'],
    ['description', 'text'],
    ['deleted', 'maybe'],
    ['updatedAt', 'soon'],
    ['totalVotes', '1e9'],
  ])('%s %s is refused', (field, value) => {
    expect(() => fieldValueQuery(field, value)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});
