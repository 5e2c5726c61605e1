import { Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations';

const OUTCOMES = [
  { method: 'GET', route: '/api/v1/tables/:id', status: 200 },
  { method: 'GET', route: '/api/v1/tables/:id', status: 404 },
  { method: 'PUT', route: '/api/v1/tables', status: 200 },
];
const SECONDS = [0, 0.0004, 0.001, 0.0011, 0.3, 60, 61];

describe('durations of requests', () => {
  it('are written as those of one histogram with labels', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const durations = new RequestDurations(ours);
    const before = await ours.metrics();
    const children = OUTCOMES.map((outcome) => durations.of(outcome));
    const buckets = await bounds(ours);
    const histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers: [theirs],
    });
    expect(before).toBe(await theirs.metrics());

    for (const [at, outcome] of OUTCOMES.entries())
      for (const seconds of SECONDS.slice(at)) {
        children[at]?.observe(seconds);
        histogram.observe(outcome, seconds);
      }
    expect(lines(await ours.metrics())).toEqual(lines(await theirs.metrics()));
    expect(await Registry.merge([ours]).metrics()).toBe(await ours.metrics());
  });
});

/** Upper bounds of the buckets, in seconds. */
async function bounds(registry: Registry): Promise<number[]> {
  const found = [...(await registry.metrics()).matchAll(/le="([\d.]+)"/g)].map(([, bound]) => Number(bound));
  expect(found.length).toBeGreaterThan(0);
  return [...new Set(found)];
}

/** Lines with the labels of each in one order. */
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`));
