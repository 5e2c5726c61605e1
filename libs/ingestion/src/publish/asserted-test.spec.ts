import { testCaseOf } from './assertion-publisher';

describe('testCaseOf', () => {
  it.each([
    ['row_count', undefined, 's.d.p.t.row_count', '<#E::table::s.d.p.t>', 'openlineage_row_count_table'],
    ['not_null', 'id', 's.d.p.t.id.not_null_id', '<#E::table::s.d.p.t::columns::id>', 'openlineage_not_null_column'],
    [
      'in',
      'home.city',
      's.d.p.t.home.city."in_home.city"',
      '<#E::table::s.d.p.t::columns::home.city>',
      'openlineage_in_column',
    ],
    ['a::b"', undefined, 's.d.p.t.a__b_', '<#E::table::s.d.p.t>', 'openlineage_a__b__table'],
  ])('%s of %s', (assertion, column, fqn, entityLink, testDefinition) => {
    expect(testCaseOf('s.d.p.t', { assertion }, column)).toMatchObject({ fqn, body: { entityLink, testDefinition } });
  });

  it('has the severity where one is stated', () => {
    expect(testCaseOf('t', { assertion: 'a', severity: 'warn' }, undefined).body.extension).toEqual({
      severity: 'warn',
    });
    expect(testCaseOf('t', { assertion: 'a' }, undefined).body).not.toHaveProperty('extension');
  });

  it('cuts what is too long for a name', () => {
    const { body, definition } = testCaseOf('t', { assertion: '\u{1d11e}'.repeat(300) }, 'id');
    expect([...(body.name as string)]).toHaveLength(256);
    expect([...(definition.name as string)]).toHaveLength(256);
  });
});
