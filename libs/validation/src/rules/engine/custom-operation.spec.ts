import type { CustomOperator } from '../rule-operator';
import { CUSTOM_OPERATIONS, judgedAsset } from './custom-operation';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const DAY = 86_400_000;

const ANNA = { id: '1', name: 'anna', fullyQualifiedName: 'org.anna' };
const ASSET = {
  updatedAt: NOW - 2 * DAY,
  owners: [ANNA, { name: 'gone', deleted: true }, { name: 'here', deleted: false }, 'text', null],
  reviewers: [{ name: 'carl' }],
};

const value = (operator: CustomOperator, args: readonly unknown[], asset: unknown = ASSET): unknown =>
  CUSTOM_OPERATIONS[operator](args, { asset: judgedAsset(asset), now: NOW });

describe('the operators beside the standard ones', () => {
  it.each<[operator: CustomOperator, args: unknown[], result: unknown]>([
    ['length', [null], 0],
    ['length', [undefined], 0],
    ['length', [[]], 0],
    ['length', [[1, 2]], 2],
    ['length', [1, 2, 3], 3],
    ['length', [], 0],
    ['length', [{ a: 1, b: 2 }], 2],
    ['length', [5], 1],
    ['length', [false], 1],
    ['length', [''], 0],
    ['length', ['a👍'], 2],
    ['isOwner', ['anna'], true],
    ['isOwner', ['org.anna'], true],
    ['isOwner', ['1'], true],
    ['isOwner', [1], false],
    ['isOwner', ['x', 'anna'], true],
    ['isOwner', [['x', 'anna']], true],
    ['isOwner', [[['anna']]], false],
    ['isOwner', [], false],
    ['isOwner', [null], false],
    ['isOwner', ['gone'], false],
    ['isOwner', ['here'], true],
    ['isOwner', ['carl'], false],
    ['isReviewer', ['carl'], true],
    ['isReviewer', ['anna'], false],
    ['isUpdatedBefore', [NOW], true],
    ['isUpdatedBefore', [NOW - 2 * DAY], false],
    ['isUpdatedBefore', [NOW - 2 * DAY + 1], true],
    ['isUpdatedBefore', ['P1D'], true],
    ['isUpdatedBefore', ['P2D'], false],
    ['isUpdatedBefore', ['2026-11-19'], true],
    ['isUpdatedBefore', ['2026-11-18T10:00:00Z'], false],
    ['isUpdatedBefore', ['2026-11-18T10:00:01Z'], true],
    // Date parses more formats than ISO 8601.
    ['isUpdatedBefore', ['Dec 1, 2026'], false],
    ['isUpdatedBefore', ['x2026-12-01'], false],
    ['isUpdatedBefore', ['2026-13-01'], false],
    ['isUpdatedBefore', ['2026-1-01'], false],
    ['isUpdatedBefore', ['26-11-30'], false],
    ['isUpdatedBefore', ['2026-11-3'], false],
    ['isUpdatedBefore', ['soon'], false],
    ['isUpdatedBefore', [null], false],
    ['isUpdatedBefore', [['2026-11-19']], false],
    ['isUpdatedBefore', [], false],
    ['isUpdatedAfter', [NOW - 2 * DAY], false],
    ['isUpdatedAfter', [NOW - 2 * DAY - 1], true],
    ['isUpdatedAfter', ['P3D'], true],
    ['isUpdatedAfter', ['soon'], false],
    ['contains', [[1, 2], 2], true],
    ['contains', [[1, 2], 3], false],
    [
      'contains',
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
    [
      'contains',
      [
        [1, 2],
        [2, 3],
      ],
      false,
    ],
    ['contains', [[1, 2], []], true],
    ['contains', [2, [1, 2]], true],
    ['contains', [3, [1, 2]], false],
    ['contains', [[{ a: 1 }], { a: 1 }], true],
    ['contains', [[ANNA], 'anna'], true],
    ['contains', [[ANNA], 'org.anna'], true],
    ['contains', [[ANNA], '1'], true],
    ['contains', [[ANNA], 1], false],
    ['contains', [[{ tagFQN: 'a.b' }], 'a.b'], true],
    ['contains', [['anna'], 'anna'], true],
    ['contains', [['anna'], 'ann'], false],
    ['contains', [[null], null], true],
    ['contains', [[null], 'a'], false],
    ['contains', ['orders', 'order'], true],
    ['contains', ['orders', 'x'], false],
    ['contains', ['a1', 1], true],
    ['contains', ['a', null], false],
    ['contains', ['a', undefined], false],
    ['contains', [null, 'a'], false],
    ['contains', [11, 1], false],
    ['matchesRegex', ['orders', 'rd'], true],
    ['matchesRegex', ['orders', '^rd'], false],
    ['matchesRegex', [5, '5'], false],
    ['matchesRegex', [null, 'null'], false],
  ])('%s of %j is %j', (operator, args, result) => {
    expect(value(operator, args)).toBe(result);
  });

  it.each([[{}], [null], [{ owners: null, updatedAt: '2026-01-01' }], [{ owners: { name: 'anna' } }]])(
    'see nothing in %j',
    (asset) => {
      expect(value('isOwner', ['anna'], asset)).toBe(false);
      expect(value('isUpdatedBefore', [NOW], asset)).toBe(false);
      expect(value('isUpdatedAfter', [0], asset)).toBe(false);
    },
  );

  it('refuse a pattern that cannot be used, with the reason', () => {
    expect(() => value('matchesRegex', ['a', '('])).toThrow('the pattern of matchesRegex cannot be used');
    expect(() => value('matchesRegex', [null, 5])).toThrow('the pattern of matchesRegex must be a text');
  });
});
