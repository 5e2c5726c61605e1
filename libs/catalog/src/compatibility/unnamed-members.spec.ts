import type { EntityType } from '../definition/entity-type';
import { withUnnamed } from './unnamed-members';

const type = { compatible: { without: [], always: [], members: {}, keptByPut: { sla: ['a', 'b'] } } } as object;
const merged = (current: object, body: object) => withUnnamed(type as EntityType, current as never, body as never);

describe('the body of a PUT by a client that lacks some members', () => {
  it.each<[string, object, object, object]>([
    ['keeps them', { sla: { a: 1, c: 2 } }, { sla: { d: 3 } }, { sla: { d: 3, a: 1 } }],
    [
      'keeps them without what holds them',
      { sla: { a: 1, b: false, c: 2 } },
      { x: 1 },
      { x: 1, sla: { a: 1, b: false } },
    ],
    ['keeps them beside null', { sla: { a: 1 } }, { sla: null }, { sla: { a: 1 } }],
    ['may name them', { sla: { a: 1 } }, { sla: { a: 9 } }, { sla: { a: 9 } }],
    ['has nothing to keep', { sla: { c: 2 } }, { sla: {} }, { sla: {} }],
    ['has nothing stored', {}, { sla: { d: 3 } }, { sla: { d: 3 } }],
    ['is not mended where it is wrong', { sla: { a: 1 } }, { sla: 'x' }, { sla: 'x' }],
  ])('%s', (_, current, body, expected) => {
    expect(merged(current, body)).toEqual(expected);
  });

  it('is as it is where nothing is kept', () => {
    const body = { sla: {} };
    expect(withUnnamed({ compatible: { without: [] } } as unknown as EntityType, { sla: { a: 1 } }, body)).toBe(body);
    expect(merged({}, body)).toBe(body);
  });
});
