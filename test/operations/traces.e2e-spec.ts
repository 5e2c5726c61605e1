import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeContracts } from '../support/chaos/chaos-catalog';
import { RunningService } from '../support/running-service';
import { eventually } from '../support/eventually';

interface Span {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

/** A receiver of traces by OTLP over HTTP, in JSON. */
class Collector {
  readonly spans: Span[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        if (request.url === '/v1/traces') this.take(JSON.parse(Buffer.concat(pieces).toString()) as Exported);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async open(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  of(traceId: string): readonly Span[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take({ resourceSpans }: Exported): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

describe('traces', () => {
  let collector: Collector;
  let service: RunningService;

  beforeAll(async () => {
    collector = await Collector.open();
    service = await RunningService.start({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
    });
  });
  afterAll(async () => {
    await service?.stop();
    collector.close();
  });

  it('lead from a request through the queue and the worker to statements and rules', async () => {
    const client = await service.client();
    const semantics = [{ name: 'named', rule: { '!!': { var: 'name' } } }];
    const [id] = await makeContracts(client, 1, { semantics });
    const path = `/dataContracts/${id}/validate`;
    const { status } = await client.post(path, undefined, { traceparent: `00-${TRACE}-${CALLER}-01` });
    expect(status).toBe(200);
    const needed = [
      ['api', /^POST \/api\/v1\/dataContracts\/:id\/validate$/],
      ['api', /^pg\.query/],
      ['worker', /^process /],
      ['worker', /^pg\.query/],
      ['worker', /^rules$/],
    ] as const;
    const missing = () =>
      needed.filter(
        ([part, name]) =>
          !collector.of(TRACE).some((span) => span.service === `metadata-catalog-${part}` && name.test(span.name)),
      );
    /** All but the span of the request have their parent in the trace, once it has come. */
    const orphans = () => {
      const spans = collector.of(TRACE);
      const known = new Set<string | undefined>([CALLER, ...spans.map(({ spanId }) => spanId)]);
      return spans.filter(({ parentSpanId }) => !known.has(parentSpanId));
    };
    await eventually(() => missing().length === 0 && orphans().length === 0);
  });

  it('are not begun by probes, nor by what polls', async () => {
    await fetch(`${service.baseUrl}/livez`);
    await (await service.client()).get('/tables?limit=1');
    await eventually(() => collector.spans.some(({ name }) => name === 'GET /api/v1/tables'));
    const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
    expect(roots.filter((name) => !/^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(name))).toEqual([]);
  });
});
