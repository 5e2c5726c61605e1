import { columnIn, subjectOf, titleOf } from './check-words';

const TABLE = 'shop."a.b".sales.orders';
const reference = (name: string) => ({ id: name, type: 'testDefinition', name });

describe('a check in words', () => {
  it('is of a column, or of the whole table', () => {
    expect(columnIn(`<#E::table::${TABLE}::columns::home.city>`)).toBe('home.city');
    expect(columnIn(`<#E::table::${TABLE}::columns::a::columns::b>`)).toBe('a::columns::b');
    expect(columnIn(`<#E::table::${TABLE}>`)).toBeUndefined();
    expect(columnIn(undefined)).toBeUndefined();
  });

  it('has the name that a person gave it, and words where a form did', () => {
    const testDefinition = reference('columnValuesToBeUnique');
    expect(titleOf({ name: 'columnValuesToBeUnique', testDefinition })).toBe('Each value is unique');
    expect(titleOf({ name: 'columnValuesToBeUnique_2', testDefinition })).toBe('Each value is unique');
    expect(titleOf({ name: 'one_order_once', testDefinition })).toBe('one_order_once');
    expect(titleOf({ name: 'columnValuesToBeUnique', displayName: 'Once', testDefinition })).toBe('Once');
    expect(titleOf({ name: 'ofAnotherTool', testDefinition: reference('ofAnotherTool') })).toBe('ofAnotherTool');
  });

  it('says by which values it judges', () => {
    const entityLink = `<#E::table::${TABLE}::columns::total>`;
    const parameterValues = [
      { name: 'minValue', value: '0' },
      { name: 'matchEnum', value: 'true' },
    ];
    expect(subjectOf({ entityLink, parameterValues })).toBe('total: min value 0');
    expect(subjectOf({ entityLink })).toBe('total');
    expect(subjectOf({ entityLink: `<#E::table::${TABLE}>` })).toBe('the whole table');
  });
});
