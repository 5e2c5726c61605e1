import { bindQueryText } from '../input/binding/bind-query-text';
import { analyze } from '../analysis/analyzer';
import { highlighter } from './highlight';
import { highlightTerms } from './highlight-terms';

const SOURCE = {
  name: 'fact_orders_daily',
  displayName: 'KeywordTerm Orders Daily',
  description: 'Daily order-level facts from Shopify, for customers who ordered.',
  columns: [
    { name: 'order_id', description: 'Key of the order' },
    { name: 'customerId', description: 'Who bought' },
    { name: 'Größe' },
  ],
  tags: [{ tagFQN: 'orders' }],
};

const found = (query: string, source: Record<string, unknown> = SOURCE) =>
  highlighter(bindQueryText(query, { now: 0 }))(source);

describe('the highlight of a hit', () => {
  it('marks what the analyzer finds, in each field by its own analysis', () => {
    expect(found('ordering')).toEqual({
      name: ['fact_<em>orders</em>_daily'],
      displayName: ['KeywordTerm <em>Orders</em> Daily'],
      description: ['Daily <em>order</em>-level facts from Shopify, for customers who <em>ordered</em>.'],
      'columns.name': ['<em>order</em>_id'],
      'columns.description': ['Key of the <em>order</em>'],
    });
  });

  it.each<[string, string, Record<string, string[]>]>([
    ['a field', 'name:orders', { name: ['fact_<em>orders</em>_daily'] }],
    [
      'a chunk as a whole or in parts',
      'name:FactOrdersDaily',
      { name: ['<em>fact</em>_<em>orders</em>_<em>daily</em>'] },
    ],
    ['a whole chunk', 'name:fact_orders_daily', { name: ['<em>fact_orders_daily</em>'] }],
    ['letters with accents', 'columns.name:grosse', { 'columns.name': ['<em>Größe</em>'] }],
    [
      'a phrase where it stands',
      '+name:"fact orders" -description:facts',
      { name: ['<em>fact</em>_<em>orders</em>_daily'] },
    ],
    ['a phrase with slop', 'name:"daily fact"~4', { name: ['<em>fact</em>_orders_<em>daily</em>'] }],
    ['no phrase that is not there', 'name:"daily orders"', {}],
    ['a wildcard', 'columns.name:cust*', { 'columns.name': ['<em>customerId</em>'] }],
    ['a fuzzy word', 'displayName:ordrs~1', { displayName: ['KeywordTerm <em>Orders</em> Daily'] }],
    ['a regular expression', 'name:/da.l./', { name: ['fact_orders_<em>daily</em>'] }],
    ['nothing that must not be there', '-orders', {}],
    ['no field that is not shown', 'tags.tagFQN:orders fullyQualifiedName:orders', {}],
    ['everything', '*', {}],
  ])('marks %s', (_, query, terms) => {
    expect(found(query)).toEqual(terms);
  });

  it('cuts long texts into fragments between words, five at most', () => {
    const filler =
      'some words that nobody looks for and that only fill the space between two places of interest '.repeat(3);
    const { description = [] } = found('needle', { description: `Needle first ${filler}`.repeat(8) });
    expect(description).toHaveLength(5);
    for (const fragment of description) {
      expect(fragment).toContain('<em>Needle</em>');
      expect(fragment.length).toBeLessThan(180);
      expect(fragment).toMatch(/^(Needle|[a-z]+|<em>)/);
    }
  });

  it('joins matches that overlap, and leaves the text as it is', () => {
    expect(found('name:fact_orders* name:orders', { name: 'fact_orders' })).toEqual({ name: ['<em>fact_orders</em>'] });
    expect(found('description:b', { description: '<b>&amp;</b>' })).toEqual({
      description: ['<<em>b</em>>&amp;</<em>b</em>>'],
    });
  });

  it.each(['~3000', '~2147483647', ''])('marks each word of a phrase once, however often it stands there%s', (slop) => {
    const text = 'ab '.repeat(3_333);
    const query = `description:"${'ab '.repeat(16)}"${slop}`;
    const [terms] = highlightTerms(bindQueryText(query, { now: 0 })).get('description') ?? [];
    expect(terms?.find(analyze(text, 'stem'))).toHaveLength(3_333);
    expect(found(query, { description: text }).description).toHaveLength(5);
  });

  it('marks no word of a phrase with slop that is out of reach', () => {
    const name = `two ${'x '.repeat(9)}one x two ${'x '.repeat(9)}two one`;
    const marks = `two ${'x '.repeat(9)}<em>one</em> x <em>two</em> ${'x '.repeat(9)}<em>two</em> <em>one</em>`;
    expect(found('name:"one two"~3', { name })).toEqual({ name: [marks] });
  });

  it('takes a document without some or all of its fields', () => {
    expect(found('orders', {})).toEqual({});
    expect(found('orders', { name: 5, columns: [null, 'orders', { name: ['orders'] }] })).toEqual({
      'columns.name': ['<em>orders</em>'],
    });
  });
});
