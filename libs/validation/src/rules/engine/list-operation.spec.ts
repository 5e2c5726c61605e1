import { compileRule } from '../rule-compiler';
import { RuleEvaluator } from './rule-evaluator';

const ASSET = { items: [3, 1, 2], empty: [], text: 'ab', big: Array.from({ length: 1_000_001 }, () => 0) };

const v = (path: string) => ({ var: path });
const isTwo = { '==': [v(''), 2] };
const isBig = { '>': [v(''), 5] };

function judge(rule: unknown) {
  const compiled = compileRule(rule);
  if (!compiled.ok) throw new Error(compiled.message);
  return new RuleEvaluator().evaluate(compiled.rule, { asset: ASSET, now: 0 }, Infinity);
}

describe('the operators on lists', () => {
  it.each<[rule: unknown, value: unknown]>([
    [{ map: [v('items'), { '*': [v(''), 2] }] }, [6, 2, 4]],
    [{ map: [v('nothing'), 1] }, []],
    [{ map: [v('text'), 1] }, []],
    [{ filter: [v('items'), { '>': [v(''), 1] }] }, [3, 2]],
    [{ filter: [v('items'), []] }, []],
    [{ filter: [v('items'), [0]] }, [3, 1, 2]],
    [{ all: [v('items'), { '>': [v(''), 0] }] }, true],
    [{ all: [v('items'), isTwo] }, false],
    [{ all: [v('empty'), true] }, false],
    [{ all: [v('items'), []] }, false],
    [{ some: [v('items'), isTwo] }, true],
    [{ some: [v('items'), isBig] }, false],
    [{ some: [v('empty'), true] }, false],
    [{ some: [v('items'), []] }, false],
    [{ none: [v('items'), isTwo] }, false],
    [{ none: [v('items'), isBig] }, true],
    [{ none: [v('empty'), true] }, true],
    [{ none: [v('items'), []] }, true],
    [{ reduce: [v('items'), { '+': [v('accumulator'), v('current')] }, 10] }, 16],
    [{ reduce: [v('items'), { '+': [v('current'), { '*': [v('accumulator'), 10] }] }, { '+': [0] }] }, 312],
    [{ reduce: [v('empty'), 1, v('items.0')] }, 3],
    [{ reduce: [v('empty'), 1] }, null],
    [{ reduce: [[[1], [2]], { merge: [v('accumulator'), v('current')] }, []] }, [1, 2]],
    [{ if: [v('empty'), 1, 2] }, 2],
    [{ if: [v('items'), 1, 2] }, 1],
    [{ '?:': [v('empty'), 1, 2] }, 2],
    [{ if: [{}, 1, 2] }, 1],
    [{ and: [{}, 3] }, 3],
    [{ and: [1, v('empty'), 3] }, []],
    [{ and: [1, 2] }, 2],
    [{ or: [v('empty'), 0, 7, 8] }, 7],
    [{ or: [0, v('empty')] }, []],
  ])('%j is %j', (rule, value) => {
    expect(judge({ '===': [{ merge: [[rule]] }, [value]] })).toEqual({ passed: true });
  });

  it.each(['map', 'filter', 'all', 'some', 'none'])('%s takes no list of more than a million', (operator) => {
    const reason = 'could not be evaluated: made a list of more than 1000000 items';
    expect(judge({ [operator]: [v('big'), true] })).toEqual({ passed: false, reason });
  });
});
