import { AppError, ERROR_TRAITS } from '@app/common';
import { ADMIN, IngestionFixture } from './ingestion.fixture';

/** Events that are bent and sent; FUZZED_EVENTS=5000 for a full run. */
const FUZZED = Number(process.env.FUZZED_EVENTS ?? 120);

jest.setTimeout(240_000 + FUZZED * 200);

const NS = 'postgres://db';
const BASE = {
  eventType: 'COMPLETE',
  eventTime: '2026-11-20T06:00:00.000Z',
  producer: 'p',
  run: {
    runId: 'r',
    facets: {
      nominalTime: { nominalStartTime: '2026-11-20T06:00:00Z' },
      parent: { job: { namespace: 'j', name: 'p' } },
    },
  },
  job: { namespace: 'jobs', name: 'job', facets: { sql: { query: 'select 1' }, documentation: { description: 'd' } } },
  inputs: [
    {
      namespace: NS,
      name: 'd.s.a',
      facets: { schema: { fields: [{ name: 'id', type: 'int' }] } },
      inputFacets: { dataQualityAssertions: { assertions: [{ assertion: 'not_null', column: 'id', success: true }] } },
    },
    { namespace: NS, name: 'd.s.later' },
  ],
  outputs: [
    {
      namespace: NS,
      name: 'd.s.b',
      facets: {
        columnLineage: {
          fields: {
            id: { inputFields: [{ namespace: NS, name: 'd.s.a', field: 'id', transformations: [{ type: 'DIRECT' }] }] },
          },
        },
        lifecycleStateChange: { lifecycleStateChange: 'CREATE' },
        ownership: { owners: [{ name: 'team:x' }] },
      },
      outputFacets: { outputStatistics: { rowCount: 1 } },
    },
  ],
};

/** What a member may turn into; the same seed bends the same way. */
const ODD: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1e15,
  true,
  '',
  'x',
  '\u{1d11e}'.repeat(300),
  'a'.repeat(5_000),
  'a"b::c.\n',
  'DROP',
  '2026-11-20',
  '9999-12-31T23:59:59Z',
  [],
  [[]],
  {},
  { a: {} },
  [null, 1, 'x'],
];

class Dice {
  constructor(private state: number) {}

  upTo(n: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % n;
  }
}

/** Some members of the event at random depths are put to something else, doubled or taken away. */
function bent(event: unknown, dice: Dice): unknown {
  const copy = structuredClone({ event }) as { event: unknown };
  for (let i = 0; i <= dice.upTo(3); i++) {
    let holder: Record<string, unknown> = copy;
    let key = 'event';
    for (let depth = dice.upTo(8); depth > 0; depth--) {
      const value = holder[key];
      if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) break;
      holder = value as Record<string, unknown>;
      const keys = Object.keys(value);
      key = keys[dice.upTo(keys.length)] as string;
    }
    const odd = ODD[dice.upTo(ODD.length)];
    if (Array.isArray(holder) && dice.upTo(3) === 0) holder.push(structuredClone(holder[Number(key)]));
    else holder[key] = structuredClone(odd);
  }
  return copy.event;
}

describe('bent events', () => {
  it('are taken wholly, or refused with what is wrong and leave nothing', async () => {
    const fixture = await IngestionFixture.open();
    const rows = async (): Promise<unknown> =>
      fixture.database.query(`
        select (select count(*) from openlineage_event) as events, (select count(*) from openlineage_run) as runs,
               (select sum(events) from openlineage_name) as names, (select count(*) from openlineage_edge) as edges,
               (select count(*) from openlineage_evidence) as evidence, (select count(*) from openlineage_facet) as facets,
               (select count(*) from lineage_edge) as published, (select count(*) from entity) as entities`);
    try {
      const schema = await fixture.schema('pg', 'd', 's');
      for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
      await fixture.mappings.replace(ADMIN, { mappings: [{ namespacePrefix: NS, service: 'pg' }] });
      const counts = { taken: 0, refused: 0 };
      for (let seed = 1; seed <= FUZZED; seed++) {
        const dice = new Dice(seed * 2_654_435_761);
        const event = bent({ ...BASE, run: { ...BASE.run, runId: `r${seed % 7}` } }, dice);
        const before = await rows();
        try {
          const receipt = await fixture.intake.take(ADMIN, event);
          if (receipt.duplicate) expect(await rows()).toEqual(before);
          counts.taken++;
        } catch (error) {
          if (!(error instanceof AppError))
            throw new Error(`${JSON.stringify(event).slice(0, 2_000)}`, { cause: error });
          expect([seed, ERROR_TRAITS[error.code].status]).toEqual([seed, 400]);
          expect(await rows()).toEqual(before);
          counts.refused++;
        }
      }
      expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(FUZZED / 10);
    } finally {
      await fixture.close();
    }
  });
});
