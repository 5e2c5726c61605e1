import { entityLink } from './entity-link';

describe('entityLink', () => {
  it.each([
    ['<#E::table::a.b.c.d>', 'table', 'a.b.c.d', []],
    ['<#E::table::a.b.c.d::columns::id>', 'table', 'a.b.c.d', ['id']],
    ['<#E::table::"a.b".c.d.e::columns::"x.y">', 'table', '"a.b".c.d.e', ['x.y']],
    ['<#E::table::a::columns::home.city>', 'table', 'a', ['home', 'city']],
    ['<#E::table::a::columns::x::columns::y>', 'table', 'a', ['x::columns::y']],
    ['<#E::table::a::columns::a"b>', 'table', 'a', ['a"b']],
    ['<#E::table::a::columns::x>y>', 'table', 'a', ['x>y']],
    ['<#E::topic::a.b>', 'topic', 'a.b', []],
  ])('reads %s', (text, type, fqn, between) => {
    expect(entityLink.parse(text)).toEqual({ type, fqn, between });
  });

  it.each([
    '',
    '<#E>',
    '<#E::table>',
    '<#E::table::>',
    'a.b.c.d',
    '<#E::table::a::columns::>',
    '<#E::table::a::rows::b>',
    '<#E::table::a',
  ])('does not read %j', (text) => {
    expect(entityLink.parse(text)).toBeUndefined();
  });

  it.each([
    '<#E::table::a.b>',
    '<#E::table::a::columns::id>',
    '<#E::table::a::columns::home."c.d">',
    '<#E::table::a::columns::"x""y">',
  ])('renders %s as it was read', (text) => {
    const place = entityLink.parse(text);
    expect(entityLink.render(place?.fqn ?? '', place?.between ?? [])).toBe(text);
  });
});
