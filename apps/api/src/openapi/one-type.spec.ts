import { withOneType } from './one-type';

describe('a schema for languages with types', () => {
  it('has an alternative for each of its types, with what means something for it', () => {
    const properties = { value: { type: 'integer' } };
    const schema = {
      title: 'Duration',
      type: ['string', 'object'],
      description: 'a',
      maxLength: 9,
      properties,
      required: [],
    };
    expect(withOneType({ items: schema })).toEqual({
      items: {
        description: 'a',
        anyOf: [
          { type: 'string', maxLength: 9 },
          { type: 'object', title: 'Duration', properties, required: [] },
        ],
      },
    });
  });

  it('has its default at the alternative that takes it', () => {
    const depth = {
      description: 'hops',
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', enum: ['all'] },
      ],
    };
    const [number, word] = depth.oneOf;
    expect(withOneType({ ...depth, default: 1 })).toEqual({ ...depth, oneOf: [{ ...number, default: 1 }, word] });
    expect(withOneType({ ...depth, default: 'all' })).toEqual({
      ...depth,
      oneOf: [number, { ...word, default: 'all' }],
    });
    expect(withOneType({ ...depth, default: true })).toEqual({ ...depth, default: true });
    expect(withOneType({ type: ['boolean', 'integer'], default: true })).toEqual({
      anyOf: [{ type: 'boolean', default: true }, { type: 'integer' }],
    });
  });

  it('is nullable beside one type, a string where it lists words, and a list of one where it is a constant', () => {
    expect(withOneType({ type: ['number', 'null'] })).toEqual({ type: ['number', 'null'] });
    expect(withOneType({ enum: ['a', 'b'] })).toEqual({ type: 'string', enum: ['a', 'b'] });
    expect(withOneType({ const: 'a' })).toEqual({ type: 'string', enum: ['a'] });
    expect(withOneType({ enum: [1, 'b'] })).toEqual({ enum: [1, 'b'] });
  });

  it('leaves data as it is', () => {
    const examples = [{ enum: ['a'], type: ['string', 'object'] }];
    expect(withOneType({ examples, default: { const: 'a' } })).toEqual({ examples, default: { const: 'a' } });
  });
});
