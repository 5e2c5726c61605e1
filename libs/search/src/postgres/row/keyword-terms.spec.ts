import { VALUE_FIELDS } from '../../document/search-field';
import { keywordTerms } from './keyword-term';
import { columnOf } from './layout';

const SAMPLES = { keyword: 'Some', number: 2, date: 3, boolean: true } as const;

describe('keywordTerms', () => {
  it.each(VALUE_FIELDS)('has what answers %s, or a column does', (name, field) => {
    const sample = SAMPLES[field.kind];
    const document = field.source.split('.').reduceRight<unknown>((value, step) => ({ [step]: value }), sample);
    const answerable = field.kind === 'keyword' || columnOf(name) === undefined;
    const terms = keywordTerms(document, [[name, field]], []);
    expect(terms.filter((each) => !each.startsWith('_exists='))).toEqual(
      answerable ? [`${name}=${String(sample).toLowerCase()}`] : [],
    );
  });

  it('has none of a value of another kind', () => {
    const bots = VALUE_FIELDS.filter(([name]) => name === 'isBot');
    expect(keywordTerms({ isBot: 'yes' }, bots, [])).toEqual(['_exists=isBot']);
  });
});
