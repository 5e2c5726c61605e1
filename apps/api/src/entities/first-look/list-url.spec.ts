import { plainListIn } from './list-url';

const DEFAULT = {
  ...{ limit: 10, include: 'non-deleted', filters: {} },
  ...{ before: undefined, after: undefined, fields: undefined },
};

describe('plainListIn', () => {
  it.each<[string, object]>([
    ['', {}],
    ['limit=0', { limit: 0 }],
    ['limit=200&include=all', { limit: 200, include: 'all' }],
    ['fields=owners,tags&after=Ab-_9', { fields: 'owners,tags', after: 'Ab-_9' }],
    ['before=x&fields=*', { before: 'x', fields: '*' }],
    ['before=x&after=y', { before: 'x', after: 'y' }],
  ])('reads %j', (query, asked) => {
    expect(plainListIn(query)).toEqual({ ...DEFAULT, ...asked });
  });

  it.each([
    ...['limit=201', 'limit=', 'limit=-1', 'limit=1.5', 'limit=+1', 'limit=%31', 'limit=1e1', 'limit'],
    ...['limit=1&limit=1', 'include=none', 'include=', 'fields=', 'after=', 'after=a%3D', 'after=a b', 'after=a+b'],
    ...['service=a', 'Limit=1', '&', 'limit=1&', '=1', 'constructor=1', `after=${'a'.repeat(4_001)}`],
  ])('leaves %j to others', (query) => {
    expect(plainListIn(query)).toBeUndefined();
  });
});
