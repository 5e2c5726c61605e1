import { MOST_BYTES, rawBody } from './event.repository';

const NAME = { namespace: 'ns', name: 'n' };

describe('rawBody', () => {
  it('keeps an event as it came', () => {
    const sent = { eventType: 'START', run: { runId: 'r', facets: { x: [1] } }, inputs: [NAME] };
    expect(rawBody(sent)).toEqual({ body: JSON.stringify(sent), reduced: false });
  });

  it('keeps the names of a large one, and of a huge one what it is about', () => {
    const large = {
      run: { runId: 'r', facets: { x: 'ü'.repeat(MOST_BYTES / 2) } },
      job: { ...NAME, facets: {} },
      inputs: [NAME],
    };
    const kept = rawBody(large);
    expect(kept.reduced).toBe(true);
    expect(JSON.parse(kept.body)).toEqual({ run: { runId: 'r' }, job: NAME, inputs: [NAME], outputs: [] });
    const huge = { ...large, producer: 'p'.repeat(5_000), inputs: Array.from({ length: 5_000 }, () => NAME) };
    expect(JSON.parse(rawBody(huge).body)).toEqual({ run: { runId: 'r' }, job: NAME });
  });
});
