import fc from 'fast-check';
import type { ContractDocument } from '../document/contract-document';
import { normalizeContract } from './normalize';

const anyRule = () => null;

function faults(body: Record<string, unknown>, checkRule: (rule: unknown) => string | null = anyRule): string[] {
  return normalizeContract(body, checkRule).errors.map(({ field, message }) => `${field}: ${message}`);
}

const columns = (...list: [string, string, object?][]) => ({
  schema: list.map(([name, dataType, more]) => ({ name, dataType, ...more })),
});

describe('what is kept', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['terms as an object become the text', { termsOfUse: { content: '# T' } }, { termsOfUse: '# T' }],
    ['terms as text stay', { termsOfUse: '# T' }, { termsOfUse: '# T' }],
    ['terms without content are none', { termsOfUse: {} }, {}],
    ['empty terms stay', { termsOfUse: '' }, { termsOfUse: '' }],
    ['latency is maxLatency', { sla: { latency: 'PT4H' } }, { sla: { maxLatency: 'PT4H' } }],
    [
      'the form of durations stays',
      { sla: { maxLatency: { value: 4, unit: 'hour' } } },
      { sla: { maxLatency: { value: 4, unit: 'hour' } } },
    ],
    ['the spelling of durations stays', { sla: { retention: 'PT24H' } }, { sla: { retention: 'PT24H' } }],
    ['the same latency twice', { sla: { latency: 'P1D', maxLatency: 'P1D' } }, { sla: { maxLatency: 'P1D' } }],
    [
      'what is learned has one order',
      { sla: { learned: ['volume', 'freshness', 'volume'] } },
      { sla: { learned: ['freshness', 'volume'] } },
    ],
    ['nothing that is learned goes', { sla: { learned: [] } }, { sla: {} }],
    ['the FQN of a column goes', columns(['a', 'INT', { fullyQualifiedName: 's.d.t.a' }]), columns(['a', 'INT'])],
    ['types in capitals', columns(['a', 'varchar', { dataLength: 9 }]), columns(['a', 'VARCHAR', { dataLength: 9 }])],
    [
      'constraints in capitals',
      columns(['a', 'int', { constraint: 'not_null' }]),
      columns(['a', 'INT', { constraint: 'NOT_NULL' }]),
    ],
    [
      'several constraints, the strongest first',
      columns(['a', 'INT', { constraint: 'NOT_NULL', constraints: ['unique'] }]),
      columns(['a', 'INT', { constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] }]),
    ],
    [
      'constraints that follow from another',
      columns(['a', 'INT', { constraints: ['NOT_NULL', 'PRIMARY_KEY'] }]),
      columns(['a', 'INT', { constraint: 'PRIMARY_KEY' }]),
    ],
    ['types of two words', columns(['a', 'measure hidden']), columns(['a', 'MEASURE HIDDEN'])],
    [
      'types of children and elements',
      columns(['a', 'array', { arrayDataType: 'struct', children: [{ name: 'b', dataType: 'int' }] }]),
      columns(['a', 'ARRAY', { arrayDataType: 'STRUCT', children: [{ name: 'b', dataType: 'INT' }] }]),
    ],
    ['a rule is enabled', { semantics: [{ name: 'r' }] }, { semantics: [{ name: 'r', enabled: true }] }],
    [
      'unless it is not',
      { semantics: [{ name: 'r', enabled: false }] },
      { semantics: [{ name: 'r', enabled: false }] },
    ],
    [
      'a rule as text stays text',
      { semantics: [{ name: 'r', rule: '{"!!": 1}', enabled: true }] },
      { semantics: [{ name: 'r', rule: '{"!!": 1}', enabled: true }] },
    ],
    [
      'marks of inheritance go',
      {
        semantics: [{ name: 'r', enabled: true, inherited: true }],
        sla: { inherited: true },
        security: { inherited: true, x: 1 },
      },
      { semantics: [{ name: 'r', enabled: true }], sla: {}, security: { x: 1 } },
    ],
    ['what is not spoken of', { name: 'n', owners: [{ id: 'x' }] }, { name: 'n', owners: [{ id: 'x' }] }],
  ])('%s', (_, sent, kept) => {
    const before = structuredClone(sent);
    const result = normalizeContract(sent, anyRule);
    expect(result).toEqual({ body: kept, errors: [] });
    expect(sent).toEqual(before);
  });

  it('a second pass changes nothing', () => {
    const word = fc.constantFrom('int', 'Varchar', 'STRUCT', 'array');
    const document = fc.record(
      {
        schema: fc.array(
          fc.record({ name: fc.string(), dataType: word, children: fc.constant([{ name: 'x', dataType: 'date' }]) }),
        ),
        semantics: fc.array(fc.record({ name: fc.string() })),
        sla: fc.record(
          { latency: fc.constantFrom('P1D', 'nonsense'), availability: fc.double() },
          { requiredKeys: [] },
        ),
        termsOfUse: fc.oneof(fc.string(), fc.record({ content: fc.string() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, (sent) => {
        const { body } = normalizeContract(sent, anyRule);
        expect(normalizeContract(body, anyRule).body).toEqual(body);
      }),
    );
  });
});

describe('what is refused', () => {
  it.each<[string, Record<string, unknown>, RegExp[]]>([
    [
      'a column twice',
      columns(['a', 'INT'], ['b', 'INT'], ['a', 'DATE']),
      [/^schema\[2\]\.name: .*column a .*schema\[0\]/],
    ],
    [
      'a child twice',
      columns([
        's.t',
        'STRUCT',
        {
          children: [
            { name: 'x', dataType: 'INT' },
            { name: 'x', dataType: 'INT' },
          ],
        },
      ]),
      [/^schema\[0\]\.children\[1\]\.name: .*"s\.t"\.x/],
    ],
    [
      'a constraint twice',
      columns(['a', 'INT', { constraints: ['UNIQUE', 'unique'] }]),
      [/^schema\[0\]\.constraints\[1\]: UNIQUE is there twice/],
    ],
    [
      'lists and options of a wrong shape',
      columns(['a', 'INT', { extension: { enum: 'x', logicalTypeOptions: { minimum: true } } }]),
      [
        /^schema\[0\]\.extension\.enum: must be a list/,
        /^schema\[0\]\.extension\.logicalTypeOptions\.minimum: must be/,
      ],
    ],
    ['an array of nothing', columns(['a', 'array']), [/^schema\[0\]\.arrayDataType: is required/]],
    ['a rule twice', { semantics: [{ name: 'r' }, { name: 'r' }] }, [/^semantics\[1\]\.name: .*"r" is there twice/]],
    ['a duration', { sla: { refreshFrequency: 'daily' } }, [/^sla\.refreshFrequency: .*ISO 8601.*"daily"/]],
    ['a zero duration', { sla: { retention: 'P0D' } }, [/^sla\.retention: must be longer than zero/]],
    ['a negative one', { sla: { maxLatency: '-P1D' } }, [/^sla\.maxLatency: must be longer than zero/]],
    [
      'its unit',
      { sla: { maxLatency: { value: 1, unit: 'fortnight' } } },
      [/^sla\.maxLatency: unit must be one of minute/],
    ],
    ['a bad latency under its name', { sla: { latency: 'x' } }, [/^sla\.latency: .*ISO 8601/]],
    ['two latencies', { sla: { latency: 'P1D', maxLatency: 'P2D' } }, [/^sla\.latency: is another name of maxLatency/]],
    ['availability over 100', { sla: { availability: 100.1 } }, [/^sla\.availability: .*0 to 100, got 100\.1/]],
    ['availability below 0', { sla: { availability: -1 } }, [/^sla\.availability/]],
    ['availability that is no number', { sla: { availability: Number.NaN } }, [/^sla\.availability/]],
    ['a time', { sla: { availabilityTime: '25:00' } }, [/^sla\.availabilityTime: .*HH:mm.*"25:00"/]],
    ['its zone', { sla: { availabilityTime: '09:00 Mars' } }, [/^sla\.availabilityTime/]],
    ['a zone', { sla: { timezone: 'Mars/Olympus' } }, [/^sla\.timezone: .*Europe\/Berlin/]],
    ['a blank column', { sla: { columnName: ' ' } }, [/^sla\.columnName: must not be empty/]],
    ['a test case twice', { qualityExpectations: [{ id: 'i' }, { id: 'i' }] }, [/^qualityExpectations\[1\]: .*twice/]],
    [
      'another type',
      { qualityExpectations: [{ id: 'i', type: 'table' }] },
      [/^qualityExpectations\[0\]\.type: must be testCase/],
    ],
    ['a day', { effectiveFrom: '2026-02-31' }, [/^effectiveFrom: .*ISO 8601/]],
    ['an instant', { effectiveUntil: 'tomorrow' }, [/^effectiveUntil: .*"tomorrow"/]],
    ['a time of day', { effectiveFrom: '2026-01-01T25:00:00Z' }, [/^effectiveFrom/]],
    [
      'the wrong order',
      { effectiveFrom: '2026-02-01T00:00:00Z', effectiveUntil: '2026-01-01T00:00:00Z' },
      [/^effectiveUntil: must be later/],
    ],
    [
      'a policy',
      { extension: { schemaPolicy: 'exact' } },
      [/^extension\.schemaPolicy: must be an object with any of types/],
    ],
    [
      'its word',
      { extension: { schemaPolicy: { types: 'close' } } },
      [/^extension\.schemaPolicy\.types: .*family, exact/],
    ],
    [
      'its member',
      { extension: { schemaPolicy: { colour: 1 } } },
      [/^extension\.schemaPolicy\.colour: is unknown; allowed: types/],
    ],
    ['a retention', { extension: { resultRetention: 'long' } }, [/^extension\.resultRetention: .*"P90D"/]],
    ['a retention of none', { extension: { resultRetention: 0 } }, [/^extension\.resultRetention: .*at least 1/]],
    [
      'a retention of no time',
      { extension: { resultRetention: 'P0D' } },
      [/^extension\.resultRetention: .*longer than zero/],
    ],
    ['a large extension', { extension: { a: 'é'.repeat(33_000) } }, [/^extension: must have at most 65536 bytes/]],
    [
      'all of it',
      { ...columns(['a', 'INT'], ['a', 'INT']), sla: { retention: 'x', availability: 101 } },
      [/^schema\[1\]\.name/, /^sla\.retention/, /^sla\.availability/],
    ],
  ])('%s', (_, body, expected) => {
    const found = faults(body);
    expect(found).toHaveLength(expected.length);
    expected.forEach((pattern, i) => expect(found[i]).toMatch(pattern));
  });

  it('a rule that the check refuses, with its reason', () => {
    const body = { semantics: [{ name: 'a', rule: { '!!': 1 } }, { name: 'b', rule: { bad: 1 } }, { name: 'text' }] };
    const check = (rule: unknown) => ('bad' in (rule as object) ? 'unknown operator "bad"' : null);
    expect(faults(body, check)).toEqual(['semantics[1].rule: unknown operator "bad"']);
  });

  it('a rule is asked about as it was sent, and a text rule is not', () => {
    const asked: unknown[] = [];
    faults({ semantics: [{ name: 'a', rule: '{"==":[1,1]}' }, { name: 'b', rule: false }, { name: 'c' }] }, (rule) => {
      asked.push(rule);
      return null;
    });
    expect(asked).toEqual(['{"==":[1,1]}', false]);
  });
});

describe('what is fine', () => {
  it.each<[string, ContractDocument]>([
    ['one name at two levels', columns(['a', 'STRUCT', { children: [{ name: 'a', dataType: 'INT' }] }])],
    ['names that differ in case', columns(['a', 'INT'], ['A', 'INT'])],
    ['availability of 0 and 100', { sla: { availability: 0 } }],
    [
      'a full SLA',
      { sla: { availability: 100, availabilityTime: '09:00 UTC', timezone: 'Asia/Tokyo', columnName: 'loaded_at' } },
    ],
    ['an open end', { effectiveFrom: '2026-01-01' }],
    ['instants without offset', { effectiveFrom: '2026-01-01T00:00:00', effectiveUntil: '2026-01-01T00:00:00.5' }],
    ['a leap day', { effectiveFrom: '2024-02-29T00:00:00+02:00' }],
    ['a policy', { extension: { schemaPolicy: { types: 'exact', extraColumns: 'forbid', order: 'same' } } }],
    ['a retention by time', { extension: { resultRetention: 'P90D' } }],
    ['a retention by count', { extension: { resultRetention: 1000 } }],
    ['a count as text', { extension: { resultRetention: '1000' } }],
    ['members of others', { extension: { team: { deep: [1] } } }],
    [
      'test cases by id and FQN',
      { qualityExpectations: [{ id: 'i', type: 'testCase' }, { fullyQualifiedName: 'a.b' }, 'a.c'] },
    ],
    ['nothing', {}],
  ])('%s', (_, body) => expect(faults(body)).toEqual([]));

  it('an extension of exactly 64 KiB', () => {
    const extension = { a: 'x'.repeat(64 * 1024 - '{"a":""}'.length) };
    expect(faults({ extension })).toEqual([]);
    expect(faults({ extension: { a: `${extension.a}x` } })).toHaveLength(1);
  });
});
