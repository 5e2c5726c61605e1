import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parse } from 'csv-parse/sync';
import { Client } from 'pg';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { encoded, link, makeSchema, makeTable, newName, type Asset, type ErrorBody } from './lineage-world';
import { eventually } from '../../support/eventually';

/** Edges of a file that no buffer between the service and a reader holds. */
const WIDE = 15_000;

/** The service that a pipeline is of. */
const flows = ({ fullyQualifiedName }: Asset): string => fullyQualifiedName.split('.')[0] as string;

describe('the export of lineage', () => {
  let service: RunningService;
  let admin: RestClient;
  let schema: string;
  let [a, b, c]: Asset[] = [];
  let pipeline: Asset;
  let hub = '';
  let database: Client;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    admin = await service.client();
    schema = await makeSchema(admin);
    [a, b, c] = [await makeTable(admin, schema), await makeTable(admin, schema), await makeTable(admin, schema)];
    const columnsLineage = [{ fromColumns: ['id', 'total'], toColumn: 'total', function: 'sum' }];
    await link(admin, a, b, { sqlQuery: '=select "x",\n1', columnsLineage });
    const airflow = newName('flows');
    await admin.must('POST', '/services/pipelineServices', { name: airflow, serviceType: 'Airflow' });
    pipeline = await admin.must<Asset>('POST', '/pipelines', { name: newName('daily'), service: airflow });
    await link(admin, b, c, { sqlQuery: 'select 2', pipeline: { id: pipeline.id, type: 'pipeline' } });
    database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    hub = await makeHub();
  });

  afterAll(async () => {
    await database?.end();
    await service?.stop();
  });

  /** A table from which so many others are made, as rows: what counts is how they go out. */
  async function makeHub(): Promise<string> {
    const table = await makeTable(admin, schema, newName('hub'));
    await database.query('begin');
    await database.query(
      `with made as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'table', 't' || i, $1 || '.t' || i, 1, 0, 'test', '{}', '{}' from generate_series(1, ${WIDE}) i
         returning node)
       insert into lineage_edge (from_node, to_node, source, sql_query, digest, created_at, created_by, updated_at, updated_by)
       select e.node, m.node, 'Manual', repeat('select 1;', 220), gen_random_uuid(), 0, 'test', 0, 'test'
         from made m, entity e where e.id = $2`,
      [newName('wide'), table.id],
    );
    // Nobody searches for them: the index would be busy with them for as long as all tests here take.
    await database.query('delete from search_mark where xid = pg_current_xact_id()');
    await database.query('commit');
    await database.query('analyze');
    return table.fullyQualifiedName;
  }

  const exported = (query: string, client = admin) => client.get<string>(`/lineage/export?${query}`);
  const about = (table: Asset | undefined, more = ''): string =>
    `type=table&fqn=${encoded(table!.fullyQualifiedName)}${more}`;
  const rows = (text: string): string[] =>
    parse(text)
      .slice(1)
      .map((row) => [row[0], row[2]].join(' > '));
  const names = (...tables: (Asset | undefined)[]): string => tables.map((one) => one!.fullyQualifiedName).join(' > ');

  it('is a CSV of the nearest edges, unless more are asked for under either name', async () => {
    const { status, headers, body } = await exported(about(b));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="lineage-[\w.-]+\.csv"; filename\*=UTF-8''lineage-[\w.%-]+\.csv$/,
    );
    expect(body.split('\r\n')[0]).toBe('fromEntityFQN,fromEntityType,toEntityFQN,toEntityType,sqlQuery');
    expect(body).toContain(`,table,"'=select ""x"",\n1"\r\n`);
    expect(rows(body)).toEqual([names(a, b), names(b, c)]);
    expect(rows((await exported(about(c, '&upstreamHops=3&downstreamDepth=0'))).body)).toEqual([
      names(b, c),
      names(a, b),
    ]);
    expect(rows((await exported(about(b, '&upstreamDepth=0&downstreamHops=0'))).body)).toEqual([]);
    expect((await exported(about(b, '&raw=true'))).body).toContain(`,table,"=select ""x"",\n1"\r\n`);
    const pairs = parse((await exported(about(b, '&columnLineage=true'))).body).map((row) => row.slice(5).join(' '));
    expect(pairs).toEqual(['fromColumn toColumn', 'id total', 'total total', ' ']);
  });

  it('goes out in every other format', async () => {
    const { fullyQualifiedName } = b as Asset;
    const json = await admin.get<{ entity: Asset; edges: { direction: string; hop: number; edge: object }[] }>(
      `/lineage/export?${about(b, '&format=json')}`,
    );
    expect(json.body.entity.fullyQualifiedName).toBe(fullyQualifiedName);
    expect(json.body.edges.map(({ direction, hop }) => [direction, hop])).toEqual([
      ['upstream', 1],
      ['downstream', 1],
    ]);
    const again = await admin.put('/lineage/bulk', { edges: json.body.edges.map(({ edge }) => edge) });
    expect(again.status).toBe(200);
    for (const [format, type, text] of [
      ['graphml', 'application/xml', `<edge source="n2" target="n1">`],
      ['dot', 'text/vnd.graphviz', 'n2 -> n1;'],
      ['mermaid', 'text/plain', 'n2 --> n1'],
    ] as const) {
      const { headers, body } = await exported(about(b, `&format=${format}`));
      expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      expect(body).toContain(text);
      expect(body).toContain(fullyQualifiedName);
    }
  });

  it('goes out as OpenLineage, and comes in again as the same edges', async () => {
    const [serviceName] = schema.split('.') as [string];
    const before = await admin.get<object[]>(`/lineage/export?${about(b, '&format=openlineage')}`);
    expect(before.body).toHaveLength(2);
    const shown = async () => (await exported(about(b, '&columnLineage=true&upstreamDepth=3&downstreamDepth=3'))).body;
    const pipelines = async () => {
      const { body } = await admin.get<{ edges: { edge: { lineageDetails: { pipeline?: Asset } } }[] }>(
        `/lineage/export?${about(b, '&format=json')}`,
      );
      return body.edges.map(({ edge }) => edge.lineageDetails.pipeline?.fullyQualifiedName);
    };
    const csv = await shown();
    expect(await pipelines()).toEqual([undefined, pipeline.fullyQualifiedName]);
    for (const [from, to] of [
      [a, b],
      [b, c],
    ] as const)
      await admin.must('DELETE', `/lineage/table/${from!.id}/table/${to!.id}`);
    expect(rows(await shown())).toEqual([]);
    await admin.must('PUT', '/openlineage/mappings', {
      mappings: [serviceName, flows(pipeline)].map((service) => ({ namespacePrefix: service, service })),
    });
    const taken = await admin.post('/openlineage/lineage/batch', before.body);
    expect([taken.status, taken.body]).toMatchObject([200, {}]);
    expect(await shown()).toBe(csv);
    expect(await pipelines()).toEqual([undefined, pipeline.fullyQualifiedName]);
  });

  it.each([
    ['', 'fqn'],
    ['fqn=a', 'type'],
    ['type=table&fqn=', 'fqn'],
    ['type=chart&fqn=a', 'type'],
    ['type=table&fqn=a&upstreamDepth=4', 'upstreamDepth'],
    ['type=table&fqn=a&upstreamDepth=', 'upstreamDepth'],
    ['type=table&fqn=a&downstreamHops=-1', 'downstreamHops'],
    ['type=table&fqn=a&downstreamHops=1.0', 'downstreamHops'],
    ['type=table&fqn=a&upstreamDepth=1&upstreamHops=1', 'upstreamDepth'],
    ['type=table&fqn=a&fqn=b', 'fqn'],
    ['type=table&fqn=a&format=xls', 'format'],
    ['type=table&fqn=a&raw=1', 'raw'],
    ['type=table&fqn=a&depth=1', 'depth'],
  ])('is refused for the query %j', async (query, field) => {
    const { status, body } = await admin.get<ErrorBody & { details: { field: string }[] }>(`/lineage/export?${query}`);
    expect(status).toBe(400);
    expect(body.details.map((detail) => detail.field)).toContain(field);
  });

  it('is not there for what is not there, and is refused to whom may not', async () => {
    const { status, body } = await admin.get<ErrorBody>('/lineage/export?type=topic&fqn=a.b');
    expect([status, body.message]).toEqual([404, 'topic instance for a.b not found']);
    const consumer = await service.client(newName('reader'), 'DataConsumer');
    expect((await exported(about(b), consumer)).status).toBe(200);
    expect((await fetch(`${service.baseUrl}/api/v1/lineage/export?${about(b)}`)).status).toBe(401);
  });

  describe('to a reader of its own speed', () => {
    const path = () => `/api/v1/lineage/export?type=table&fqn=${encoded(hub)}`;
    const open: Socket[] = [];
    afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

    /** A reader that takes what comes only when told to. */
    async function reader(): Promise<Socket> {
      const socket = connect({ port: Number(new URL(service.baseUrl).port), host: '127.0.0.1' });
      open.push(socket);
      await once(socket, 'connect');
      socket.write(
        `GET ${path()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nConnection: close\r\n\r\n`,
      );
      await once(socket, 'readable');
      return socket;
    }

    /** Waits until no connection of the service is inside a transaction. */
    async function untilIdle(): Promise<void> {
      const busy = `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'metadata-catalog%' and (state = 'active' or state like 'idle in transaction%')`;
      await eventually(async () => (await database.query<{ n: number }>(busy)).rows[0]!.n === 0);
    }

    it('holds no connection while nobody reads, and is whole at the end', async () => {
      const socket = await reader();
      await untilIdle();
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      await once(socket, 'end');
      expect(text.match(/\.t\d+,table,/g)).toHaveLength(WIDE);
      expect(text.endsWith('\r\n0\r\n\r\n')).toBe(true);
    });

    it('stops when the reader goes away', async () => {
      const socket = await reader();
      socket.destroy();
      await untilIdle();
    });

    it('breaks the connection where it cannot go on, instead of ending as if it were whole', async () => {
      const socket = await reader();
      await untilIdle();
      // What is left has to be read anew, and cannot be.
      await database.query('alter table lineage_edge rename to gone');
      try {
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
        await Promise.race([once(socket, 'close'), once(socket, 'error')]);
        expect((text.match(/\.t\d+,table,/g) ?? []).length).toBeLessThan(WIDE);
        expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false);
      } finally {
        await database.query('alter table gone rename to lineage_edge');
      }
    });
  });
});
