import { VALUE_KINDS } from './value-kinds';

const ID = 'c1a7f0d6-2a51-4e0f-9b1c-3d5f0a7b6e21';
const ENUM = { values: ['low', 'high'], multiSelect: false };
const MANY = { ...ENUM, multiSelect: true };
const INSTANT = 1_767_225_600_000;

function faults(kind: string, value: unknown, config?: unknown): string[] {
  return VALUE_KINDS[kind]!.faults(value, config, 'extension.p').map(({ field, message }) => `${field}: ${message}`);
}

describe('values of custom properties', () => {
  it.each<[string, unknown, unknown?]>([
    ['string', 'a'],
    ['markdown', '# a'],
    ['sqlQuery', 'select 1'],
    ['integer', -5],
    ['number', 1.5],
    ['email', 'a.b@example.org'],
    ['timestamp', INSTANT],
    ['duration', 'PT4H'],
    ['timeInterval', { start: INSTANT, end: INSTANT }],
    ['date-cp', '2026-02-28', 'yyyy-MM-dd'],
    ['date-cp', '28 Feb 2026', 'dd MMM yyyy'],
    ['date-cp', '3 March 2026', 'd MMMM yyyy'],
    ['date-cp', '2026366', 'yyyyDDD'],
    ['dateTime-cp', '2026-02-28 23:59:59.123', 'yyyy-MM-dd HH:mm:ss.SSS'],
    ['time-cp', '23:59:59', 'HH:mm:ss'],
    ['enum', 'low', ENUM],
    ['enum', ['low'], ENUM],
    ['enum', ['low', 'high'], MANY],
    ['entityReference', { id: ID, type: 'user' }, ['user', 'team']],
    ['entityReferenceList', [{ id: ID, type: 'team' }], ['user', 'team']],
    ['entityReferenceList', [], ['user']],
    ['hyperlink-cp', { url: 'https://example.org/a', displayText: 'a' }],
    ['table-cp', { columns: ['a', 'b'], rows: [{ a: '1', b: '2' }, { a: '3' }] }, { columns: ['a', 'b'] }],
  ])('of %s: %j is one', (kind, value, ...config) => expect(faults(kind, value, ...config)).toEqual([]));

  it.each<[string, unknown, unknown, string]>([
    ['string', 5, undefined, 'extension.p: must be a text; got 5'],
    ['string', '', undefined, 'extension.p: must be a text; got ""'],
    ['integer', 1.5, undefined, 'extension.p: must be a whole number; got 1.5'],
    ['integer', 2 ** 53, undefined, 'extension.p: must be a whole number; got 9007199254740992'],
    ['number', '1', undefined, 'extension.p: must be a number; got "1"'],
    ['email', 'a@b@c', undefined, 'extension.p: must be an e-mail address; got "a@b@c"'],
    ['timestamp', '2026', undefined, 'extension.p: must be an instant in epoch milliseconds; got "2026"'],
    ['timestamp', 1_767_225_600, undefined, 'extension.p: looks like seconds'],
    ['duration', '1 day', undefined, 'extension.p: must be a duration by ISO 8601'],
    ['timeInterval', { start: INSTANT + 1, end: INSTANT }, undefined, 'extension.p: ends before it starts'],
    ['timeInterval', { start: INSTANT }, undefined, 'extension.p.end: must be an instant'],
    ['timeInterval', { start: INSTANT, end: INSTANT, x: 1 }, undefined, 'extension.p.x: is not known'],
    ['date-cp', '28.02.2026', 'yyyy-MM-dd', 'extension.p: must be a text of the format yyyy-MM-dd; got "28.02.2026"'],
    ['date-cp', '2026-13-01', 'yyyy-MM-dd', 'extension.p: must be a text of the format'],
    ['dateTime-cp', '2026-02-28T23:59:59', 'yyyy-MM-dd HH:mm:ss', 'extension.p: must be a text of the format'],
    ['time-cp', '24:00:00', 'HH:mm:ss', 'extension.p: must be a text of the format HH:mm:ss'],
    ['enum', 'middle', ENUM, 'extension.p: must be one of low, high; got "middle"'],
    ['enum', ['low', 'high'], ENUM, 'extension.p: must be one word'],
    ['entityReference', { id: ID, type: 'table' }, ['user'], 'extension.p.type: must be one of user; got "table"'],
    ['entityReference', { id: 'x', type: 'user' }, ['user'], 'extension.p: must be a reference {id, type}'],
    ['entityReferenceList', { id: ID, type: 'user' }, ['user'], 'extension.p: must be a list of references'],
    ['entityReferenceList', [5], ['user'], 'extension.p[0]: must be a reference'],
    ['hyperlink-cp', { url: 'javascript:alert(1)' }, undefined, 'extension.p.url: must be a URL of http or https'],
    ['hyperlink-cp', 'https://a', undefined, 'extension.p: must be {url, displayText?}'],
    ['table-cp', { rows: [{ c: '1' }] }, { columns: ['a'] }, 'extension.p.rows[0]: must hold a text for each of a'],
    ['table-cp', { rows: 1 }, { columns: ['a'] }, 'extension.p: must be {columns, rows}'],
    ['table-cp', { columns: ['b'], rows: [] }, { columns: ['a'] }, 'extension.p.columns: must be ["a"]'],
  ])('of %s: %j is none', (kind, value, config, message) => expect(faults(kind, value, config)[0]).toContain(message));

  it.each<[string, unknown]>([
    ['enum', undefined],
    ['enum', { values: [] }],
    ['enum', { values: ['a', 'a'] }],
    ['enum', { values: ['a'], multiSelect: 'yes' }],
    ['date-cp', 'yyyy'],
    ['date-cp', undefined],
    ['entityReference', []],
    ['table-cp', { columns: ['a', 'b', 'c', 'd'] }],
  ])('%s is not configured by %j', (kind, config) => {
    expect(VALUE_KINDS[kind]!.configFault?.(config)).toMatch(/^must be /);
  });
});
