import { readEvent } from '../event/read-event';
import { columnRows } from './run-facts.repository';

const NAME = { namespace: 'ns', name: 'n' };

/** An event with so many pairs of columns. */
function eventOf(pairs: number) {
  const inputFields = Array.from({ length: pairs }, (_, i) => ({ ...NAME, field: `c${i}` }));
  return readEvent({
    ...{ eventType: 'COMPLETE', eventTime: '2024-08-06T13:26:49.98Z', run: { runId: 'r' }, job: NAME },
    outputs: [{ ...NAME, facets: { columnLineage: { fields: { made: { inputFields } } } } }],
  });
}

describe('columnRows', () => {
  it('names datasets and pairs by their keys', async () => {
    const [first, second, ...others] = await columnRows(eventOf(2));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ from_column: 'c0', to_column: 'made', function: '' });
    expect(first!.from_dataset).toBe(first!.to_dataset);
    expect(second!.from_dataset).toBe(first!.from_dataset);
    expect(second!.pair).not.toBe(first!.pair);
  });

  it('lets others have their turn while there are many pairs', async () => {
    const event = eventOf(50_000);
    let [turns, going] = [0, true];
    const count = (): void => {
      turns += 1;
      if (going) setImmediate(count);
    };
    setImmediate(count);
    expect(await columnRows(event)).toHaveLength(50_000);
    going = false;
    expect(turns).toBeGreaterThan(1);
  });
});
