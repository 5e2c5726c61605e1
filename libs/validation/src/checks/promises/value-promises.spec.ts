import {
  judgedPromises,
  keyOfPromise,
  promisesOfColumns,
  type AssetColumns,
  type ContractColumn,
} from '@app/contracts';
import type { ReadPromise } from '@app/data';
import { enforcementOf } from '@app/sources';
import { checkSchema } from '../schema-check';
import type { ValueEvidence } from './value-promises';

const column = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'INT', ...more });
const asset = (...columns: ContractColumn[]): AssetColumns => ({ columns, tableConstraints: [], presenceOnly: false });

/** The findings of a reading of the promises of a contract, in their order. */
function reading(contract: readonly ContractColumn[], ...found: Partial<ReadPromise>[]): ValueEvidence {
  const entries = judgedPromises(promisesOfColumns(contract)).map((promise, index): [string, ReadPromise] => [
    promise.path,
    { path: promise.path, key: keyOfPromise(promise), by: 'data', status: 'Success', rows: 20, ...found[index] },
  ]);
  return { read: new Map(entries) };
}

const failed = (failedRows: number): Partial<ReadPromise> => ({ status: 'Failed', failedRows });

function judged(contract: readonly ContractColumn[], has: AssetColumns, values?: ValueEvidence) {
  const { details, outcomes, blockedBy } = checkSchema({
    contractColumns: contract,
    asset: has,
    ...(values && { values }),
  });
  const ofValues = [...outcomes!].filter(([path]) => /\.(NOT_NULL|UNIQUE|primaryKey|enum|minimum)$/.test(path));
  return {
    details: details.map(({ field, message }) => `${field}: ${message}`),
    outcomes: ofValues.map(([, outcome]) => ('by' in outcome ? `${outcome.state} ${outcome.by}` : outcome.state)),
    blockedBy,
  };
}

describe('promises about values, by the rows', () => {
  it('are broken in words with counts', () => {
    const contract = [
      column('mail', { constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] }),
      column('state', { extension: { enum: ['x'], logicalTypeOptions: { minimum: 0 } } }),
    ];
    // In the order of the registry.
    const found = reading(contract, failed(2), failed(6), failed(1), failed(3));
    expect(judged(contract, asset(column('mail'), column('state')), found)).toEqual({
      details: [
        'mail: 2 of 20 rows are NULL; 6 of 20 rows have a value that comes more than once',
        'state: 1 of 20 rows has a value that is not in the list; 3 of 20 rows are below 0',
      ],
      outcomes: ['broken data', 'broken data', 'broken data', 'broken data'],
      blockedBy: undefined,
    });
  });

  it('fail every column of a key by duplicates, and its own by NULL', () => {
    const contract = ['a', 'b'].map((name) => column(name, { constraint: 'PRIMARY_KEY' }));
    const has = asset(column('a'), column('b'));
    const key = (shared: number, nulls: number[]) => reading(contract, { status: 'Failed', shared, nulls });
    const twice = ': (a, b): 4 of 20 rows share their key';
    expect(judged(contract, has, key(4, [0, 0])).details).toEqual([`a${twice}`, `b${twice}`]);
    expect(judged(contract, has, key(0, [0, 1])).details).toEqual(['b: 1 of 20 rows is NULL']);
  });

  it('are met where the source does not declare them, and where it enforces them', () => {
    const contract = [column('a', { constraint: 'NOT_NULL' })];
    expect(judged(contract, asset(column('a')), reading(contract))).toMatchObject({
      details: [],
      outcomes: ['held data'],
    });
    const believed = reading(contract, { by: 'engine' });
    expect(judged(contract, asset(column('a')), believed)).toMatchObject({ details: [], outcomes: ['held engine'] });
  });

  it('are broken where the column is missing, or its type is not for the check', () => {
    const contract = [column('a', { constraint: 'NOT_NULL' }), column('b', { extension: { enum: [1] } })];
    const aborted = { status: 'Aborted', reason: 'typeNotSupported', message: 'no list for JSON' } as const;
    expect(judged(contract, asset(column('b')), reading(contract, aborted, aborted))).toEqual({
      details: ['a: is missing in the asset', 'b: enum: no list for JSON (typeNotSupported)'],
      outcomes: ['broken catalog', 'broken data'],
      blockedBy: undefined,
    });
  });

  it('block where the source could not be asked, unless something is broken', () => {
    const contract = [column('a', { constraint: 'NOT_NULL' }), column('b', { constraint: 'NOT_NULL' })];
    const has = asset(column('a'), column('b'));
    const aborted = { status: 'Aborted', reason: 'timedOut' } as const;
    expect(judged(contract, has, reading(contract, aborted))).toEqual({
      ...{ details: [], outcomes: ['blocked', 'held data'], blockedBy: 'timedOut' },
    });
    expect(judged(contract, has, { unread: 'sourceUnreachable' }).outcomes).toEqual(['blocked', 'blocked']);
  });

  it('are not those of a contract that was changed meanwhile', () => {
    const before = [column('a', { extension: { enum: [1] } })];
    const after = [column('a', { extension: { enum: [2] } })];
    expect(judged(after, asset(column('a')), reading(before)).outcomes).toEqual(['blocked']);
  });
});

describe('promises about values, without the rows', () => {
  const contract = [column('a', { constraint: 'UNIQUE', extension: { enum: [1] } })];
  const unique = asset(column('a', { constraint: 'UNIQUE' }));
  const finding = { timestamp: 1, message: 'its newest profile has 90 of 100 values once' };
  const stored = (status: 'Success' | 'Failed') => new Map([['schema.a.UNIQUE', { ...finding, status }]]);

  it.each<[string, AssetColumns, ValueEvidence, string]>([
    [
      'what the engine enforces is met, whatever was seen',
      unique,
      { enforcement: enforcementOf('Postgres', 'Regular'), stored: stored('Failed') },
      'held engine',
    ],
    [
      'evidence wins over a declaration',
      unique,
      { enforcement: enforcementOf('Snowflake', 'Regular'), stored: stored('Failed') },
      'broken evidence',
    ],
    [
      'a view is believed no more than what was seen',
      unique,
      { enforcement: enforcementOf('Postgres', 'View'), stored: stored('Failed') },
      'broken evidence',
    ],
    ['evidence is enough', asset(column('a')), { stored: stored('Success') }, 'held evidence'],
    ['a declaration is enough', unique, {}, 'held declaration'],
    ['nothing that speaks for it breaks it', asset(column('a')), {}, 'broken catalog'],
  ])('%s', (_, has, values, expected) => {
    expect(judged(contract, has, values).outcomes).toEqual([expected, 'notEvaluated']);
  });

  it('a key is declared by each of its columns', () => {
    const key = ['a', 'b'].map((name) => column(name, { constraint: 'PRIMARY_KEY' }));
    expect(judged(key, asset(...key)).outcomes).toEqual(['held declaration']);
    expect(judged(key, asset(key[0]!, column('b')))).toMatchObject({
      details: ['b: is not PRIMARY_KEY in the asset'],
      outcomes: ['broken catalog'],
    });
    const within = { enforcement: enforcementOf('Postgres', 'Regular') };
    expect(judged(key, asset(key[0]!, column('b')), within)).toMatchObject({ details: [], outcomes: ['held engine'] });
  });
});
