import type { Actor } from '@app/common';
import { conditionHolds } from './condition';

const ANN: Actor = { name: 'ann', id: 'ann', isAdmin: false, ownerIds: new Set(['ann', 'team']), rules: [] };

function holds(condition: string, ...ownerIds: string[]): boolean | undefined {
  return conditionHolds(condition, ANN, { ownerIds });
}

describe('conditionHolds', () => {
  it.each([
    ['isOwner()', ['team'], true],
    ['isOwner()', ['bob'], false],
    ['noOwner()', [], true],
    ['!isOwner()', ['team'], false],
    ['not isOwner()', ['bob'], true],
    ['!!isOwner()', ['ann'], true],
    ['isOwner() || noOwner()', [], true],
    ['noOwner() or isOwner()', ['bob'], false],
    ['isOwner() && noOwner()', ['ann'], false],
    ['!isOwner() && !noOwner()', ['bob'], true],
    ['isOwner() || noOwner() && isOwner()', ['ann'], true],
    ['!(isOwner() || noOwner())', ['bob'], true],
    ['  ( isOwner( ) ) ', ['ann'], undefined],
    [' ( isOwner() ) ', ['ann'], true],
  ] as const)('%s with owners %j is %s', (condition, owners, expected) => {
    expect(holds(condition, ...owners)).toBe(expected);
  });

  it.each([
    '',
    'isOwner',
    'isOwner() isOwner()',
    'isOwner() ||',
    '|| isOwner()',
    '(isOwner()',
    'isOwner())',
    'toString()',
    'true',
    'isOwner() || hasAnyTag("x")',
    'isOwner(); drop table entity',
    '('.repeat(5_000),
    '!'.repeat(999),
  ])('cannot decide %.40s', (condition) => {
    expect(holds(condition, 'ann')).toBeUndefined();
  });
});
