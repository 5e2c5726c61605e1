import { type ContractColumn, type ContractDocument, childPath } from '../document/contract-document';
import type { DiffCase } from '../change/cases/diff-case';
import { ELEMENT_CASES } from '../change/cases/element.cases';
import { SCHEMA_CASES } from '../change/cases/schema.cases';
import { SECURITY_CASES } from '../change/cases/security.cases';
import { SENTENCE_CASES } from '../change/cases/sentence.cases';
import { SEMANTICS_CASES } from '../change/cases/semantics.cases';
import { SLA_CASES } from '../change/cases/sla.cases';
import { SIZE_CASES, TYPE_CASES } from '../change/cases/type.cases';
import { diffContracts } from './contract-diff';

const CASES: Readonly<Record<string, readonly DiffCase[]>> = {
  schema: SCHEMA_CASES,
  'elements and logicalTypes': ELEMENT_CASES,
  'semantics and quality': SEMANTICS_CASES,
  sla: SLA_CASES,
  'security and the rest': SECURITY_CASES,
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%s', (_why, before, after, expected) => {
    const found = diffContracts(before, after);
    expect(found.map(({ path, compatibility }) => [path, compatibility])).toEqual(expected);
    for (const { reason } of found) expect(reason).toMatch(/\w{3,}/);
    expect(found.filter(({ from, to }) => from === undefined && to === undefined)).toEqual([]);
  });
});

/** `DECIMAL(10,2)` as a column. */
function column(type: string): ContractColumn {
  const [, dataType = '', first, second] = /^([A-Z]+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type) ?? [];
  if (first === undefined) return { name: 'c', dataType };
  const exact = ['DECIMAL', 'NUMERIC', 'NUMBER', 'FIXED'].includes(dataType);
  if (!exact) return { name: 'c', dataType, dataLength: Number(first) };
  return { name: 'c', dataType, precision: Number(first), ...(second ? { scale: Number(second) } : {}) };
}

const verdicts = (from: string, to: string) =>
  diffContracts({ schema: [column(from)] }, { schema: [column(to)] }).map(({ path, compatibility }) => ({
    path,
    compatibility,
  }));

describe('types of two words', () => {
  it.each(TYPE_CASES)('%s → %s is %s, back %s: %s', (from, to, verdict, opposite) => {
    expect(verdicts(from, to)).toEqual([{ path: 'schema.c.dataType', compatibility: verdict }]);
    expect(verdicts(to, from)).toEqual([{ path: 'schema.c.dataType', compatibility: opposite }]);
  });
});

describe('sizes of one type', () => {
  const kinds = (from: string, to: string) => [
    ...new Set(verdicts(from, to).map(({ compatibility }) => compatibility)),
  ];

  it.each(SIZE_CASES)('%s → %s is %s, back %s: %s', (from, to, verdict, opposite) => {
    expect(kinds(from, to)).toEqual([verdict]);
    expect(kinds(to, from)).toEqual([opposite]);
  });

  it('name the attribute', () => {
    expect(verdicts('VARCHAR(1)', 'VARCHAR(2)')).toEqual([
      { path: 'schema.c.dataLength', compatibility: 'compatible' },
    ]);
    expect(verdicts('DECIMAL(5,2)', 'DECIMAL(5,3)')).toEqual([{ path: 'schema.c.scale', compatibility: 'breaking' }]);
  });
});

describe('the cases together', () => {
  const reasons = [
    ...Object.values(CASES).flatMap((cases) => cases.map(([why]) => why)),
    ...[...TYPE_CASES, ...SIZE_CASES].map((parts) => parts[4]),
  ];

  it('are 150 and more, each with its reason', () => {
    expect(reasons.length).toBeGreaterThanOrEqual(150);
    expect(reasons.filter((why) => !/\w{2,}/.test(why))).toEqual([]);
  });

  it('leave no part of a contract to a handful', () => {
    expect(Math.min(...Object.values(CASES).map(({ length }) => length))).toBeGreaterThanOrEqual(10);
  });
});

describe('what a change is told as', () => {
  it.each(SENTENCE_CASES)('%j → %j', (before, after, sentences) => {
    const found = diffContracts(before, after);
    expect(found.map(({ reason }) => reason)).toEqual(sentences);
    expect(found.filter(({ from, to }) => from === undefined && to === undefined)).toEqual([]);
  });
});

describe('what is judged elsewhere, or is no part of what is agreed', () => {
  it.each([
    ...['entity', 'id', 'fullyQualifiedName', 'href', 'version', 'updatedAt', 'updatedBy', 'createdAt', 'createdBy'],
    ...['impersonatedBy', 'deleted', 'inherited', 'latestResult', 'changeDescription', 'incrementalChangeDescription'],
    ...['contractUpdates', 'testSuite', 'service', 'followers', 'votes', 'usageSummary'],
  ])('%s is not told', (attribute) => {
    expect(diffContracts({ [attribute]: 'a' }, { [attribute]: 'b' })).toEqual([]);
  });

  it('what is unknown is told, and is information', () => {
    expect(diffContracts({ other: 'a' }, { other: 'b' })).toEqual([
      { path: 'other', from: 'a', to: 'b', compatibility: 'info', reason: 'other changed' },
    ]);
  });

  it('the type of the asset is that of either contract', () => {
    const rule = { name: 'r', rule: true };
    const off = { semantics: [{ ...rule, entityType: 'topic' }] };
    const entity = { id: 'x', type: 'table' };
    const told = [{ compatibility: 'compatible', reason: 'the rule is now judged' }];
    expect(diffContracts({ ...off, entity }, { semantics: [rule] })).toMatchObject(told);
    expect(diffContracts(off, { semantics: [rule], entity })).toMatchObject(told);
  });
});

describe('a change', () => {
  it('tells from and to, and leaves out what is absent', () => {
    const [removed] = diffContracts({ schema: [column('INT')] }, {});
    expect(removed).toEqual({
      path: 'schema.c',
      from: { name: 'c', dataType: 'INT' },
      compatibility: 'breaking',
      reason: 'the column is removed',
    });
  });

  it('tells what was added', () => {
    expect(diffContracts({}, { schema: [column('INT')] })).toEqual([
      {
        path: 'schema.c',
        to: { name: 'c', dataType: 'INT' },
        compatibility: 'compatible',
        reason: 'the column is added',
      },
    ]);
  });

  it('names a policy or test case without a name by none', () => {
    const [gone] = diffContracts({ security: { policies: [{ identities: ['a'] }] } }, {});
    expect(gone?.path).toBe(childPath('security.policies', ''));
    const [lost] = diffContracts({ qualityExpectations: [{ type: 'testCase' }] } as ContractDocument, {});
    expect(lost?.path).toBe(childPath('qualityExpectations', ''));
  });

  it('tells orders by names', () => {
    const [a, b] = [
      { name: 'a', dataType: 'INT' },
      { name: 'b', dataType: 'INT' },
    ];
    expect(diffContracts({ schema: [a, b] }, { schema: [b, a] })).toMatchObject([
      { path: 'schema', from: ['a', 'b'], to: ['b', 'a'] },
    ]);
  });

  it('tells sizes', () => {
    const [wider] = diffContracts({ schema: [column('VARCHAR(1)')] }, { schema: [column('VARCHAR(2)')] });
    expect(wider).toMatchObject({ from: 1, to: 2, reason: 'the type is widened: VARCHAR(1) to VARCHAR(2)' });
  });

  it.each([
    ['INT', 'TEXT'],
    [undefined, 'TEXT'],
    ['INT', undefined],
  ])('tells the types of elements: %s to %s', (from, to) => {
    const list = (arrayDataType?: string) => ({
      schema: [{ name: 'c', dataType: 'ARRAY', ...(arrayDataType ? { arrayDataType } : {}) }],
    });
    const [changed] = diffContracts(list(from), list(to));
    expect([changed?.path, changed?.from, changed?.to]).toEqual(['schema.c.arrayDataType', from, to]);
  });

  it('tells the types of elements that follow from another type', () => {
    const [, follows] = diffContracts(
      { schema: [{ name: 'c', dataType: 'ARRAY', arrayDataType: 'INT' }] },
      { schema: [{ name: 'c', dataType: 'MAP', arrayDataType: 'TEXT' }] },
    );
    expect(follows).toMatchObject({ path: 'schema.c.arrayDataType', from: 'INT', to: 'TEXT', compatibility: 'info' });
  });

  it('tells both names of what was renamed', () => {
    const [renamed] = diffContracts({ schema: [column('INT')] }, { schema: [{ ...column('INT'), name: 'd' }] });
    expect(renamed).toMatchObject({ from: 'c', to: 'd', reason: 'the column is renamed to d (same place, same type)' });
  });

  it('tells types with their sizes', () => {
    const [limited] = diffContracts({ schema: [column('STRING')] }, { schema: [column('VARCHAR(10)')] });
    expect(limited).toMatchObject({
      from: 'STRING',
      to: 'VARCHAR(10)',
      reason: 'a size is stated on one side only: STRING to VARCHAR(10)',
    });
  });

  it('tells the columns of a key', () => {
    const keyColumn = (name: string) => ({ name, dataType: 'INT', constraint: 'PRIMARY_KEY' });
    const [widened] = diffContracts({ schema: [keyColumn('a')] }, { schema: [keyColumn('a'), keyColumn('b')] });
    expect(widened).toMatchObject({
      from: 'PRIMARY_KEY',
      to: 'PRIMARY_KEY (a, b)',
      reason: 'no longer promised: the column is unique',
    });
  });
});
