import { edited, type Edit, type Members } from '../draft/draft-text';
import { parse } from 'yaml';
import {
  addRule,
  addSentence,
  faultsOfRule,
  removeRule,
  renameRule,
  rulesOf,
  writeLogic,
  writeValues,
} from './draft-rules';
import { faultsOfValues, ruleOf, sentenceText, valuesIn, type Values } from './sentence';
import { saidBy, SENTENCES, sentencesFor } from './sentences';

/** Values of all kinds; a count is written as a number. */
const VALUES: readonly ((kind: string) => string)[] = [
  (kind) => (kind === 'count' ? '3' : 'a'),
  (kind) => (kind === 'count' ? '999999' : 'PII.Sensitive "x" {tag} $& \\'),
  // As it stands before something is typed.
  () => '',
  () => 'not yet a number',
];

const cases = SENTENCES.flatMap((sentence) =>
  VALUES.map((valueOf): [string, (typeof SENTENCES)[number], Values] => [
    sentence.name,
    sentence,
    Object.fromEntries(Object.entries(sentence.values).map(([name, { kind }]) => [name, valueOf(kind)])),
  ]),
);

describe('rules in words', () => {
  it('have at least fifteen sentences, each with a name and a text of its own', () => {
    expect(SENTENCES.length).toBeGreaterThanOrEqual(15);
    expect(new Set(SENTENCES.map(({ name }) => name)).size).toBe(SENTENCES.length);
    expect(new Set(SENTENCES.map(({ text }) => text)).size).toBe(SENTENCES.length);
  });

  it.each(cases)('%s is recognised with its values', (_, sentence, values) => {
    const rule: unknown = JSON.parse(JSON.stringify(ruleOf(sentence, values)));
    expect(valuesIn(sentence, rule)).toEqual(values);
    const said = saidBy('', rule);
    expect(said && ruleOf(said.sentence, said.values)).toEqual(rule);
    expect(said?.sentence).toBe(sentence);
  });

  it.each([
    [{ '!!': [{ var: ['owners'] }] }, 'It has an owner'],
    [{ '>=': [{ length: [{ var: 'owners' }] }, 2] }, 'It has at least 2 owners'],
    [{ contains: [{ var: 'tags' }, 'Tier.Tier1'] }, 'It has the tier Tier1'],
    [{ isUpdatedAfter: 'P90D' }, 'It was updated within 90 days'],
  ])('%j says %s', (rule, text) => {
    const said = saidBy('', rule);
    expect(said && sentenceText(said.sentence, said.values)).toBe(text);
  });

  it.each(['hasOwner', 'hasDescription', 'hasTags', 'hasTier', 'hasDomain'])('%s is known by its name', (name) =>
    expect(saidBy(name, undefined)?.sentence.values).toEqual({}),
  );

  it.each([
    { '!!': { var: 'columns' } },
    { '>=': [{ length: { var: 'owners' } }, { var: 'most' }] },
    { contains: [{ var: 'tags' }, ['a', 'b']] },
    { isUpdatedAfter: '2026-01-01' },
    { and: [{ '!!': { var: 'owners' } }] },
    'text',
    null,
  ])('%j is left as JSON', (rule) => expect(saidBy('own', rule)).toBeUndefined());

  it('tells which values are missing, or no numbers', () => {
    const sentence = SENTENCES.find(({ name }) => name === 'has_owners')!;
    expect(faultsOfValues(sentence, { count: '0' })).toEqual({ count: 'A whole number from 1 to 999999' });
    expect(faultsOfValues(sentence, { count: '12' })).toEqual({});
    expect(
      faultsOfValues(
        SENTENCES.find(({ name }) => name === 'has_the_tag')!,
        { tag: ' ' },
      ),
    ).toEqual({
      tag: 'This is missing',
    });
  });

  it('asks about columns of tables alone', () =>
    expect(sentencesFor('topic').map(({ name }) => name)).not.toContain('columns_described'));
});

describe('rules of a draft', () => {
  let text: string;
  const rules = () => rulesOf(parse(text) as Members);
  const edit = (one: Edit) => (text = edited(text, one));
  beforeEach(() => (text = 'name: a\n'));

  it('are added as sentences, each with a name of its own, and follow their values', () => {
    const sentence = SENTENCES.find(({ name }) => name === 'has_owners')!;
    edit(addSentence(rules(), sentence));
    edit(addSentence(rules(), sentence));
    expect(rules().map(({ name }) => name)).toEqual(['has_owners', 'has_owners (2)']);
    const [first] = rules();
    edit(writeValues(first!, first!.said!, { count: '2' }));
    expect(rules()[0]).toMatchObject({ description: 'It has at least 2 owners', said: { values: { count: '2' } } });
    edit((document) => document.setIn(['semantics', 0, 'description'], 'Two for holidays'));
    const [second] = rules();
    edit(writeValues(second!, second!.said!, { count: '3' }));
    expect(rules()[0]).toMatchObject({
      description: 'Two for holidays',
      logic: { '>=': [{ length: { var: 'owners' } }, 3] },
    });
  });

  it('are added in JSON, and stay as they are typed until they are a rule', () => {
    edit(addRule);
    expect(faultsOfRule(rules()[0]!)).toEqual({ name: 'A rule needs a name' });
    edit(renameRule(0, 'few'));
    edit(writeLogic(0, '{ "<": ['));
    expect(rules()[0]?.logic).toBe('{ "<": [');
    expect(faultsOfRule(rules()[0]!)).toEqual({ rule: 'This is no JSON of an object' });
    edit(writeLogic(0, '{ "<": [1, 2] }'));
    expect(rules()[0]?.logic).toEqual({ '<': [1, 2] });
    expect(faultsOfRule(rules()[0]!)).toEqual({});
    edit(writeLogic(0, ''));
    expect(rules()[0]?.logic).toBeUndefined();
    edit(removeRule(0));
    expect(text).toBe('name: a\n');
  });

  it('are read where JSON-logic stands as a text, and where they are disabled', () => {
    text = `semantics:\n  - { name: a, rule: '{"!!": {"var": "owners"}}', enabled: false }\n`;
    expect(rules()[0]).toMatchObject({ isEnabled: false, said: { sentence: { name: 'has_owner' } } });
  });
});
