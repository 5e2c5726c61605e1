import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique } from './identity-world';

interface Seen {
  readonly data: readonly { readonly id: string; readonly lastSeenAt: number }[];
  readonly paging: { readonly total: number };
}

describe('when users were last seen', () => {
  let service: RunningService;
  let admin: RestClient;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
  });

  const person = async (isBot = false) => {
    const name = unique('seen');
    const { id } = await admin.must<{ id: string }>('POST', '/users', { name, email: `${name}@example.com`, isBot });
    return { name, id };
  };
  const seen = (...ids: string[]): Promise<Seen> => admin.must('GET', `/users/lastSeen?ids=${ids.join(',')}`);
  /** It is written beside the answer. */
  const whenSeen = async (id: string): Promise<number> => {
    const { data } = await eventually(
      () => seen(id),
      ({ paging }) => paging.total === 1,
    );
    return data[0]!.lastSeenAt;
  };

  it.each([
    ['a person', false],
    ['a bot', true],
  ])('%s is seen at a request, and before that never was', async (_who, isBot) => {
    const { name, id } = await person(isBot);
    expect(await seen(id)).toEqual({ data: [], paging: { total: 0 } });
    const before = Date.now();
    await (await service.client(name)).must('GET', '/permissions/table');
    expect(await whenSeen(id)).toBeGreaterThanOrEqual(before - 1_000);
  });

  it('changes nothing of the user: no version, no ETag, no record of the audit', async () => {
    const { name, id } = await person();
    const client = await service.client(name);
    const read = () => admin.get(`/users/${id}?fields=*`);
    const before = await read();
    const records = async () =>
      (await admin.must<{ data: { operation: string }[] }>('GET', `/audit?entity=${id}`)).data.map(
        ({ operation }) => operation,
      );
    const told = await records();
    await client.must('GET', '/permissions/table');
    await whenSeen(id);
    const after = await read();
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect(await records()).toEqual(told);
  });

  it('is for administrators', async () => {
    const { id } = await person();
    const refused = await (await service.client(unique('steward'), 'DataSteward')).get(`/users/lastSeen?ids=${id}`);
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      403,
      expect.stringContaining('EditAll'),
    ]);
  });

  it.each([
    ['', 'ids'],
    ['?ids=ann', 'ids'],
    [
      `?ids=${Array.from({ length: 101 }, (_, at) => `0b7c9a52-7c1f-4b0e-9c7d-${String(at).padStart(12, '0')}`).join()}`,
      'at most 100',
    ],
  ])('refuses a query like "%.20s"', async (query, named) => {
    const { status, body } = await admin.get(`/users/lastSeen${query}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(named)]);
  });
});
