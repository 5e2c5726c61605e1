import { RunningService } from '../../support/running-service';

/** The most that may stay of a request until a full collection, in bytes: what is held for all requests grows a little with them. */
const MOST_BYTES = 3_000;
const REQUESTS = 1_500;
const AT_ONCE = 16;

describe('the memory of the API', () => {
  let service: RunningService;
  beforeAll(async () => (service = await RunningService.start({ workers: 0 })));
  afterAll(() => service.stop());

  async function read(requests: number): Promise<void> {
    const client = await service.client();
    const each = async (): Promise<void> => {
      for (let n = 0; n < requests / AT_ONCE; n++) await client.must('GET', '/users/name/admin');
    };
    await Promise.all(Array.from({ length: AT_ONCE }, each));
  }

  /** Bytes of the old objects, and the full collections so far. */
  async function oldObjects(): Promise<{ bytes: number; collections: number }> {
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    const bytes = /^nodejs_heap_space_size_used_bytes\{space="old"\} (\d+)/m.exec(metrics)?.[1];
    const collections = /^nodejs_gc_duration_seconds_count\{kind="major"\} (\d+)/m.exec(metrics)?.[1];
    return { bytes: Number(bytes), collections: Number(collections ?? 0) };
  }

  it('is given back young: little of a request waits for a full collection', async () => {
    await read(REQUESTS);
    expect(await keptOfARequest()).toBeLessThan(MOST_BYTES);
  });

  /** Bytes that became old, between two full collections. */
  async function keptOfARequest(): Promise<number> {
    const before = await oldObjects();
    await read(REQUESTS);
    const after = await oldObjects();
    return after.collections === before.collections ? (after.bytes - before.bytes) / REQUESTS : keptOfARequest();
  }
});
