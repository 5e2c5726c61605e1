import { ContractWorld, type Asset } from '../contracts/contract-world';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content }) => content?.['text/event-stream'] !== undefined);

describe('HEAD', () => {
  it('is answered as GET by each route that is read, also to a reader who has the text', async () => {
    const world = await ContractWorld.shared();
    const { baseUrl, token } = world.client;
    const { id, fullyQualifiedName } = await world.client.must<Asset>('POST', '/tables', {
      name: `head_${Date.now()}`,
      databaseSchema: world.schema,
      columns: [{ name: 'id', dataType: 'INT' }],
    });
    const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
    };
    const reads = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get && !isStream(get) ? [{ path, get }] : [],
    );
    expect(reads.length).toBeGreaterThan(200);
    const valueOf = (name: string): string =>
      /^id$|Id$/.test(name) ? id : name === 'type' ? 'table' : fullyQualifiedName;
    const faults: object[] = [];
    for (const { path } of reads) {
      const url = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)))}`;
      const ask = async (method: string, more: Record<string, string> = {}): Promise<Response> => {
        const answer = await fetch(url, {
          method,
          headers: { authorization: `Bearer ${token}`, ...more },
          redirect: 'manual',
        });
        await answer.arrayBuffer();
        return answer;
      };
      const [get, head] = [await ask('GET'), await ask('HEAD')];
      const known = await ask('HEAD', { 'if-none-match': '*' });
      const expected = get.headers.has('etag') && get.status === 200 ? 304 : get.status;
      const statuses = { get: get.status, head: head.status, known: known.status };
      if (head.status !== get.status || known.status !== expected || get.status >= 500)
        faults.push({ path, ...statuses });
    }
    expect(faults).toEqual([]);
  });
});
