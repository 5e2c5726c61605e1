import type { CustomProperty } from '../../api/operations/asset-changes';
import type { Asset } from '../../api/assets';
import { fieldOf, propertyChangesOf, propertyDraftOf, propertyFault } from './property-draft';

const propertyOf = (name: string, config?: unknown): CustomProperty => ({
  name: 'p',
  description: 'A property',
  propertyType: { name },
  ...(config !== undefined && { customPropertyConfig: { config } }),
});
/** Nothing that is there already is looked up. */
const unknown = (type: string, fqn: string) => Promise.reject(new Error(`Looked for the ${type} ${fqn}`));
const asset = (extension?: object) => ({ extension }) as unknown as Asset;

const TEAM = { id: 'a1', type: 'team', fullyQualifiedName: 'commerce' };

/** Each kind with its configuration, and a value that fields show and save as it was. */
const KINDS: readonly (readonly [kind: string, config: unknown, value: unknown])[] = [
  ['string', undefined, 'a text'],
  ['markdown', undefined, '# A\n\ntext'],
  ['sqlQuery', undefined, 'select 1'],
  ['integer', undefined, 12],
  ['number', undefined, 1.5],
  ['email', undefined, 'ada@example.com'],
  ['timestamp', undefined, 1_767_225_600_000],
  ['duration', undefined, 'P1D'],
  ['date-cp', 'yyyy-MM-dd', '2026-01-01'],
  ['date-cp', 'dd MMM yyyy', '01 Jan 2026'],
  ['time-cp', 'HH:mm:ss', '10:00:00'],
  ['enum', { values: ['low', 'high'] }, 'low'],
  ['enum', { values: ['low', 'high'], multiSelect: true }, ['low', 'high']],
  ['entityReference', ['user', 'team'], TEAM],
  ['entityReferenceList', ['user'], [{ id: 'a1', type: 'user' }]],
  ['hyperlink-cp', undefined, { url: 'https://example.com', displayText: 'Example' }],
];

describe('the fields of a custom property', () => {
  it.each(KINDS)('of the kind %s (%j) leave a value as it is', async (kind, config, value) => {
    const field = fieldOf(propertyOf(kind, config));
    if (!field) throw new Error('It has no field');
    const draft = propertyDraftOf(field, value);
    expect(await propertyChangesOf(asset({ p: value }), 'p', field, draft, unknown)).toEqual([]);
    const found = () => Promise.resolve([value].flat()[0] as typeof TEAM);
    expect(await propertyChangesOf(asset({}), 'p', field, draft, found)).toEqual([
      { path: '/extension/p', before: undefined, after: value },
    ]);
  });

  it.each(['table-cp', 'timeInterval'])('are not there for the kind %s', (kind) => {
    expect(fieldOf(propertyOf(kind))).toBeUndefined();
  });

  it('take a value away that is emptied, and make an extension where there is none', async () => {
    const field = { kind: 'line' } as const;
    const draft = { text: ' ', words: [], more: '' };
    expect(await propertyChangesOf(asset({ 'a/b': 'x' }), 'a/b', field, draft, unknown)).toEqual([
      { path: '/extension/a~1b', before: 'x', after: undefined },
    ]);
    expect(await propertyChangesOf(asset(), 'p', field, { ...draft, text: 'x' }, unknown)).toEqual([
      { path: '/extension', before: undefined, after: { p: 'x' } },
    ]);
  });

  it('look up a name that is entered, and keep what was there', async () => {
    const field = { kind: 'reference', types: ['user'], isList: true } as const;
    const [ada, eve] = [
      { id: 'a1', type: 'user' },
      { id: 'a2', type: 'user', fullyQualifiedName: 'eve' },
    ];
    const find = (type: string, fqn: string) => Promise.resolve({ ...eve, type, fullyQualifiedName: fqn });
    const draft = { text: '', words: ['a1', 'eve'], more: 'user' };
    const [change] = await propertyChangesOf(asset({ p: [ada] }), 'p', field, draft, find);
    expect(change?.after).toEqual([ada, eve]);
  });

  it('say what is no number', () => {
    const entered = (text: string) => ({ text, words: [], more: '' });
    expect(propertyFault({ kind: 'number', isWhole: true }, entered('1.5'))).toBe('Must be a whole number');
    expect(propertyFault({ kind: 'number', isWhole: false }, entered('many'))).toBe('Must be a number');
    expect(propertyFault({ kind: 'number', isWhole: false }, entered('1.5'))).toBeUndefined();
  });
});
