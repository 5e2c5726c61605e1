import { candidatesOf, searchListOf } from './search-list';

describe('the search list of resolv.conf', () => {
  it.each([
    ['', { domains: [], ndots: 1 }],
    ['nameserver 10.0.0.10\nsearch shop.svc.cluster.local svc.cluster.local\noptions ndots:5 timeout:2', 5],
    ['search a.example\nsearch b.example.', { domains: ['b.example'], ndots: 1 }],
    ['domain a.example b.example', { domains: ['a.example'], ndots: 1 }],
    ['# search a.example\n; options ndots:3\nsearch . # none', { domains: [], ndots: 1 }],
    ['search a b c d e f g h\noptions ndots:99', { domains: ['a', 'b', 'c', 'd', 'e', 'f'], ndots: 15 }],
  ])('of %j', (text, wanted) => {
    const list = searchListOf(text);
    if (typeof wanted === 'number') expect(list.ndots).toBe(wanted);
    else expect(list).toEqual(wanted);
  });

  it('completes a name as the resolver of the system does', () => {
    const list = { domains: ['shop.svc', 'svc'], ndots: 2 };
    expect(candidatesOf('hooks', list)).toEqual(['hooks.shop.svc', 'hooks.svc', 'hooks']);
    expect(candidatesOf('hooks.data', list)).toEqual(['hooks.data.shop.svc', 'hooks.data.svc', 'hooks.data']);
    expect(candidatesOf('a.b.c', list)).toEqual(['a.b.c', 'a.b.c.shop.svc', 'a.b.c.svc']);
    expect(candidatesOf('hooks.', list)).toEqual(['hooks']);
  });
});
