import { minimumShouldMatch } from './clause-value';

describe('minimumShouldMatch', () => {
  it.each([
    [2, 5, 2],
    ['2', 5, 2],
    [-1, 5, 4],
    [-7, 5, 0],
    [7, 5, 7],
    ['75%', 5, 3],
    ['75%', 4, 3],
    ['100%', 4, 4],
    ['0%', 4, 0],
    ['-25%', 5, 4],
    ['-25%', 3, 3],
    ['3<75%', 3, 3],
    ['3<75%', 4, 3],
    ['3 < 75%', 8, 6],
    ['2<-25% 9<-3', 2, 2],
    ['2<-25% 9<-3', 9, 7],
    ['2<-25% 9<-3', 10, 7],
    [1, 0, 1],
  ])('reads %j of %i as %i', (spec, clauses, count) => {
    expect(minimumShouldMatch(spec, clauses, 'here')).toBe(count);
  });

  it.each([['half'], ['1.5'], ['3<'], ['<3'], ['3<75%<1'], [''], [null], [{}], ['9'.repeat(200)]])(
    'refuses %j',
    (spec) => {
      expect(() => minimumShouldMatch(spec, 3, 'here')).toThrow(/^here: must be a whole number, a percentage/);
    },
  );
});
