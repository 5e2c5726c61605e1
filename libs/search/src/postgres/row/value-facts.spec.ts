import { columnOf, VALUE_FIELDS } from './layout';
import { valueFacts } from './value-facts';

const SAMPLES = { keyword: 'Some', number: 2, date: 3, boolean: true } as const;

describe('valueFacts', () => {
  it.each(VALUE_FIELDS)('has what answers %s, or a column does', (name, field) => {
    const sample = SAMPLES[field.kind];
    const document = field.source.split('.').reduceRight<unknown>((value, step) => ({ [step]: value }), sample);
    const answerable = field.kind === 'keyword' || columnOf(name) === undefined;
    const facts = valueFacts(document, [[name, field]], []);
    expect(facts.filter((each) => !each.startsWith('_exists='))).toEqual(
      answerable ? [`${name}=${String(sample).toLowerCase()}`] : [],
    );
  });

  it('has none of a value of another kind', () => {
    const bots = VALUE_FIELDS.filter(([name]) => name === 'isBot');
    expect(valueFacts({ isBot: 'yes' }, bots, [])).toEqual(['_exists=isBot']);
  });
});
