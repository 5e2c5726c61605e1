import type { ChangeEvent } from '@app/events';
import { ContractWorld } from '../contracts/contract-world';

interface Page {
  readonly data: readonly ChangeEvent[];
  readonly paging: { readonly after?: string; readonly before?: string };
}

describe('GET /v1/events', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  /** Reads server-sent events of a path until `count` have come. */
  async function streamed(
    path: string,
    count: number,
    headers: Record<string, string> = {},
    act?: () => Promise<unknown>,
  ) {
    const { baseUrl, token } = world.client;
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    });
    expect(answer.headers.get('content-type')).toMatch('text/event-stream');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let acted: Promise<unknown> | undefined;
    for (;;) {
      const { value, done } = await reader.read();
      text += value ?? '';
      const blocks = text.split('\n\n').filter((block) => block.startsWith('id: '));
      if (text.includes(': heartbeat')) acted ??= act?.();
      if (done || blocks.length >= count) {
        await reader.cancel();
        await acted;
        return blocks.map((block) => {
          const [id, event, data] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
          return { id: Number(id), event, data: JSON.parse(data!) as ChangeEvent };
        });
      }
    }
  }

  it('tells of a contract and its result, the status before and after, in pages and as a stream', async () => {
    const { client } = world;
    const contract = await world.contract();
    const push = (timestamp: number, contractExecutionStatus: string) =>
      client.must('PUT', `/dataContracts/${contract.id}/results`, { timestamp, contractExecutionStatus });
    const path = `/events?entityId=${contract.id}`;
    await push(1_700_000_000_000, 'Success');
    const { body } = await client.get<Page>(path);
    expect(body.data.map(({ eventType }) => eventType)).toEqual(['entityCreated', 'resultCreated']);

    const live = await streamed(path, 1, {}, () => push(1_700_000_000_001, 'Failed'));
    expect(live).toEqual([
      {
        id: expect.any(Number),
        event: 'resultCreated',
        data: expect.objectContaining({
          entityId: contract.id,
          userName: 'admin',
          result: expect.objectContaining({ status: 'Failed', previousStatus: 'Success', isLatest: true }),
        }),
      },
    ]);
    const next = await client.get<Page>(`${path}&after=${body.paging.after}`);
    expect(next.body.data).toEqual([live[0]!.data]);
    expect(await streamed(path, 2, { 'last-event-id': String(body.data[0]!.id) })).toMatchObject([
      { id: body.data[1]!.id },
      { id: live[0]!.id },
    ]);
  });

  it('shows events as clients of OpenMetadata expect, where they ask for it', async () => {
    const contract = await world.contract();
    await world.client.must('PUT', `/dataContracts/${contract.id}/results`, {
      timestamp: 1_700_000_000_000,
      contractExecutionStatus: 'Failed',
    });
    const asked = { 'x-compatibility': 'openmetadata' };
    const { body, headers } = await world.client.get<Page>(`/events?entityId=${contract.id}`, asked);
    expect(headers.get('vary')).toMatch('X-Compatibility');
    const [created, ended] = body.data;
    expect(created).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), eventType: 'entityCreated' });
    expect(ended).toMatchObject({
      eventType: 'entityUpdated',
      changeDescription: { fieldsUpdated: [{ name: 'latestResult', newValue: { status: 'Failed' } }] },
    });
    expect(ended).not.toHaveProperty('result');
    const [told] = await streamed(`/events?entityId=${contract.id}`, 1, { ...asked, 'last-event-id': '1' });
    expect(told!.data).toEqual(created);
  });

  it.each([
    ['entityType=shoe', 'entityType'],
    ['eventType=entityEaten', 'eventType'],
    ['entityId=7', 'entityId'],
    ['limit=0', 'limit'],
    ['order=up', 'order'],
    ['startTs=5&endTs=4', 'startTs'],
    ['colour=red', 'colour'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await world.client.get<{ details: { field: string }[] }>(`/events?${query}`);
    expect([status, body.details[0]?.field]).toEqual([400, field]);
  });
});
