import { shownSource } from './shown-source';

const DOCUMENT = {
  name: 'orders',
  service: { name: 'shop', type: 'databaseService' },
  columns: [
    { name: 'id', dataType: 'INT' },
    { name: 'note', description: 'free' },
  ],
  followers: ['a', 'b'],
};

describe('parts of a document', () => {
  it.each([
    [['name'], { name: 'orders' }],
    [['service'], { service: DOCUMENT.service }],
    [['service.name', 'name'], { name: 'orders', service: { name: 'shop' } }],
    [['columns.name'], { columns: [{ name: 'id' }, { name: 'note' }] }],
    [['columns.description'], { columns: [{ description: 'free' }] }],
    [['*.name'], { service: { name: 'shop' }, columns: [{ name: 'id' }, { name: 'note' }] }],
    [['col*Type'], { columns: [{ dataType: 'INT' }] }],
    [['*'], DOCUMENT],
    [['followers'], { followers: ['a', 'b'] }],
    [['nothing', 'name.inner', 'serv'], {}],
    [['a.c|name', '(name', '[name]'], {}],
  ])('%j', (paths, expected) => expect(shownSource(DOCUMENT, paths)).toEqual(expected));

  it('takes a pattern of many stars in linear time', () => {
    const started = process.cpuUsage();
    expect(shownSource({ name: 'x', ['e'.repeat(5_000)]: 1 }, ['*e'.repeat(2_000) + '*z'])).toEqual({});
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
