import { CONTRACT_SHAPE, withStoredPromises } from './contract-compatibility';

const shown = (member: string, value: unknown): unknown => CONTRACT_SHAPE.members?.[member]?.(value as never, {});

describe('a contract as the OpenMetadata API shows it', () => {
  it.each([
    ['entityStatus', 'Active', 'Approved'],
    ['entityStatus', 'Draft', 'Draft'],
    ['termsOfUse', 'text', { content: 'text' }],
    ['termsOfUse', { content: 'text', inherited: true }, { content: 'text', inherited: true }],
    ['semantics', [{ name: 'n' }], [{ name: 'n', description: 'n', rule: '', enabled: true }]],
    [
      'semantics',
      [{ name: 'n', description: 'd', rule: { '!!': 1 }, enabled: false, provider: 'user' }],
      [{ name: 'n', description: 'd', rule: '{"!!":1}', enabled: false, provider: 'user' }],
    ],
    ['odcsQualityRules', [{ type: 'text', dimension: 'accuracy' }], [{ type: 'text', dimension: 'accuracy' }]],
    ['odcsQualityRules', [{ dimension: 'Beauty', mustBe: 'x' }], [{ type: 'library' }]],
    [
      'odcsQualityRules',
      [
        {
          type: 'custom',
          implementation: { a: 1 },
          customProperties: [{ property: 'a' }],
          validValues: [1, 'b'],
          mustBe: 0,
        },
      ],
      [{ type: 'custom', implementation: '{"a":1}', validValues: ['1', 'b'], mustBe: 0 }],
    ],
    [
      'security',
      {
        dataClassification: 'c',
        own: 1,
        policies: [{ accessPolicy: 'p', own: 1, rowFilters: [{ columnName: 'c', values: [1], own: 1 }] }],
      },
      {
        dataClassification: 'c',
        own: 1,
        policies: [{ accessPolicy: 'p', rowFilters: [{ columnName: 'c', values: ['1'] }] }],
      },
    ],
    ['security', { dataClassification: 'c' }, { dataClassification: 'c' }],
  ])('%s %j is shown as %j', (member, value, expected) => {
    expect(shown(member, value)).toEqual(expected);
  });

  it.each([
    ['refreshFrequency', 'P1D', { interval: 1, unit: 'day' }],
    ['refreshFrequency', 'PT36H', { interval: 36, unit: 'hour' }],
    ['refreshFrequency', 'P1DT12H', { interval: 36, unit: 'hour' }],
    ['refreshFrequency', 'P2W', { interval: 2, unit: 'week' }],
    ['refreshFrequency', 'P1Y2M', { interval: 14, unit: 'month' }],
    ['refreshFrequency', 'P1Y', { interval: 1, unit: 'year' }],
    ['refreshFrequency', { value: 3, unit: 'day' }, { interval: 3, unit: 'day' }],
    ['refreshFrequency', 'PT30M', undefined],
    ['refreshFrequency', 'P1M1D', undefined],
    ['refreshFrequency', 'P0.5D', undefined],
    ['refreshFrequency', 'PT90S', undefined],
    ['maxLatency', 'PT30M', { value: 30, unit: 'minute' }],
    ['maxLatency', { interval: 4, unit: 'hour' }, { value: 4, unit: 'hour' }],
    ['maxLatency', 'P1W', undefined],
    ['maxLatency', 'P1M', undefined],
    ['retention', 'P7Y', { period: 7, unit: 'year' }],
    ['retention', 'PT1H', undefined],
    ['retention', undefined, undefined],
    ['timezone', 'GMT+00:00 (Europe/London)', 'GMT+00:00 (Europe/London)'],
    ['timezone', 'America/New_York', 'GMT-05:00 (America/New York)'],
    ['timezone', 'Europe/Berlin', undefined],
    ['timezone', 'UTC', undefined],
    ['availability', 99.5, 99.5],
    ['learned', ['volume'], undefined],
  ])('the %s %j of an SLA is shown as %j', (name, value, expected) => {
    expect(shown('sla', { [name]: value, columnName: 'c' })).toEqual({
      columnName: 'c',
      ...(expected !== undefined && { [name]: expected }),
    });
  });

  it('the description of a change is shown without what it follows from', () => {
    const description = { fieldsAdded: [], previousVersion: 0.1 };
    expect(shown('changeDescription', { ...description, origin: { proposal: 'p' } })).toEqual(description);
  });

  it('columns are shown with their strongest constraint', () => {
    const a = { name: 'a', dataType: 'INT', constraint: 'UNIQUE' };
    const parent = (children: object[]) => [{ name: 's', dataType: 'STRUCT', children }];
    expect(shown('schema', parent([{ ...a, constraints: ['UNIQUE', 'NOT_NULL'] }]))).toEqual(parent([a]));
  });

  it('columns of the same constraint keep what clients cannot name', () => {
    const kept = { constraints: ['UNIQUE', 'NOT_NULL'], extension: { enum: ['x'] } };
    const column = (constraint: string) => ({ name: 'a', dataType: 'INT', constraint });
    const stored = [{ ...column('UNIQUE'), ...kept }];
    expect(withStoredPromises(stored, [column('UNIQUE')])).toEqual(stored);
    expect(withStoredPromises(stored, [{ ...column('NOT_NULL'), constraints: kept.constraints }])).toEqual([
      column('NOT_NULL'),
    ]);
    expect(withStoredPromises(stored, [{ name: 'b', dataType: 'INT' }])).toEqual([{ name: 'b', dataType: 'INT' }]);
  });
});
