import { analyzeValues } from '../../analysis/analyzer';
import { AnalysedTexts } from './analysed-texts';

describe('AnalysedTexts', () => {
  it.each<[string, string[]]>([
    ['one value', ['Daily orders of HTTPServerV2']],
    ['values that come again', ['order_id', 'customers running', 'order_id']],
    ['a value without tokens between others', ['a b', ' - ', '', 'c']],
    ['none', []],
    ['no tokens at all', ['...']],
  ])('has the tokens of %s', (_, values) => {
    const texts = new AnalysedTexts();
    for (const analysis of ['parts', 'stem', 'parts'] as const) {
      const expected = analyzeValues(values, analysis).map(({ token, position, stacked }) => ({
        token,
        position,
        stacked,
      }));
      expect(texts.of(values, analysis)).toEqual(expected);
    }
  });
});
