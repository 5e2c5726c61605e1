import { ADMIN, IngestionFixture, type Json } from './ingestion.fixture';
import { shuffled } from './published-events';
import { runEvent, time } from './sent-runs';

/** Lists of made events; MADE_EVENT_SEEDS=40 for a full run. */
const SEEDS = Number(process.env['MADE_EVENT_SEEDS'] ?? 3);
const EVENTS = 40;

const NS = 'postgres://db';
const NAMES = ['d.s.a', 'd.s.b', 'd.s.c', 'd.s.d'];

class Dice {
  constructor(private state: number) {}

  upTo(n: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % n;
  }

  of<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)] as T;
  }

  /** Sometimes. */
  may(more: () => Json): Json {
    return this.upTo(3) === 0 ? more() : {};
  }
}

/** A dataset by its own name, or by one of which a facet says, in some events, what it means. */
function named(dice: Dice): Json {
  const name = dice.of(NAMES);
  if (dice.upTo(3) > 0) return { namespace: NS, name };
  const symlinks = { identifiers: [{ namespace: NS, name, type: 'TABLE' }] };
  return { namespace: 's3://lake', name: `/${name}`, facets: dice.upTo(2) ? { symlinks } : {} };
}

function madeDataset(dice: Dice): Json {
  const dataset = named(dice);
  const from = { namespace: NS, name: dice.of(NAMES), field: 'id' };
  const more = dice.may(() => ({ columnLineage: { fields: { id: { inputFields: [from] } } } }));
  return {
    ...dataset,
    facets: { ...(dataset.facets as Json | undefined), ...more },
    ...dice.may(() => ({ outputFacets: { outputStatistics: { rowCount: 1 } } })),
  };
}

function madeLineage(dice: Dice): Json {
  const source = (): Json => ({ namespace: NS, name: dice.of(NAMES), type: 'DATASET' });
  const fields = () => ({ fields: { n: { inputs: [{ ...source(), field: 'n' }] } } });
  const entry = (): Json => ({ ...source(), inputs: dice.upTo(3) ? [source()] : [], ...dice.may(fields) });
  return { facets: { lineage: { entries: Array.from({ length: 1 + dice.upTo(2) }, entry) } } };
}

function madeEvent(dice: Dice): Json {
  const side = (): Json[] => Array.from({ length: dice.upTo(3) }, () => madeDataset(dice));
  const job = { namespace: 'flow', name: dice.of(['one', 'two']), ...dice.may(() => madeLineage(dice)) };
  const sides = { inputs: side(), outputs: side() };
  if (dice.upTo(5) === 0) return { eventTime: time(dice.upTo(1_000)), job, ...sides };
  const type = dice.of(['START', 'RUNNING', 'COMPLETE', 'FAIL']);
  const run = dice.of(['r1', 'r2', 'r3', 'r4']);
  return runEvent(run, type, dice.upTo(1_000), { job: { ...job, name: run }, ...sides });
}

async function world(): Promise<IngestionFixture> {
  const fixture = await IngestionFixture.open();
  const schema = await fixture.schema('pg', 'd', 's');
  for (const name of ['a', 'b', 'c', 'd']) await fixture.table(schema, name, ['id', 'n']);
  await fixture.mappings.replace(ADMIN, { mappings: [{ namespacePrefix: NS, service: 'pg' }] });
  return fixture;
}

describe('made events', () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))(
    'leave the same catalog in any order, whatever they tell of edges, columns and other names (seed %i)',
    async (seed) => {
      const dice = new Dice(seed * 2_654_435_761);
      const events = Array.from({ length: EVENTS }, () => madeEvent(dice));
      const states: Json[] = [];
      for (const order of [events, shuffled([...events, ...events], seed)]) {
        const fixture = await world();
        try {
          for (const event of order) await fixture.intake.take(ADMIN, event);
          const { edges, ...others } = await fixture.state();
          // Which of its runs an edge shows depends on what the others tell of it.
          const between = (edges as Json[]).map(({ from, to, columns }) => ({ from, to, columns }));
          states.push({ edges: between, ...others });
        } finally {
          await fixture.close();
        }
      }
      expect(states[1]).toEqual(states[0]);
      expect((states[0]!.edges as Json[]).length).toBeGreaterThan(0);
    },
  );
});
