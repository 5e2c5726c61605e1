import { callerPlaces } from './caller-place';
import { mergeDocuments } from './merge-documents';

describe('a place of a merged document, as the caller has it', () => {
  const own = {
    schema: [{ name: 'kept' }, { name: 't', properties: [{ name: 'a' }, { name: 'b' }] }],
    slaProperties: [{ property: 'x' }],
  };
  const sent = {
    schema: [{ name: 't', properties: [{ name: 'c' }, { name: 'b', items: { properties: [{ name: 'd.e' }] } }] }],
  };
  const read = mergeDocuments(own, sent);

  it.each([
    ['schema[1].properties[1].physicalType', 'schema[0].properties[1].physicalType'],
    ['schema[1].properties[2].name', 'schema[0].properties[0].name'],
    ['schema[1].properties[1].items.properties[0].name', 'schema[0].properties[1].items.properties[0].name'],
    ['schema[1].properties[0].name', 'schema[1].properties[0].name'],
    ['slaProperties[0].value', 'slaProperties[0].value'],
    ['status', 'status'],
    ['', ''],
  ])('%s is %s', (path, expected) => {
    expect(callerPlaces(read, sent)(path)).toBe(expected);
  });

  it('has the names of 2.2 where that was sent', () => {
    const old = { uuid: 'x', dataset: [{ table: 't', columns: [{ column: 'a', isPrimary: true }] }] };
    const place = (path: string): string =>
      callerPlaces({ id: 'x', schema: [{ name: 't', properties: [{ name: 'a' }] }] }, old)(path);
    expect(place('schema[0].properties[0].name')).toBe('dataset[0].columns[0].column');
    expect(place('schema[0].properties[0].primaryKey')).toBe('dataset[0].columns[0].isPrimary');
    expect(place('id')).toBe('uuid');
    expect(place('schema[0].properties[0].required')).toBe('dataset[0].columns[0].required');
  });
});
