import { AccessControl, Authenticator } from '@app/auth';
import { loadSettings } from '@app/config';
import type { RouteOptions } from 'fastify';
import { AppModule } from '../../../apps/api/src/app.module';
import { RequestAuthorizer } from '../../../apps/api/src/http/access/request-authorizer';
import { createLogger } from '@app/logging';
import { createApp } from '../../../apps/api/src/http/server/create-app';
import { severalAtOnce, type RestClient } from '../../support/rest-client';
import { fetchOpenApi } from '../../support/openapi';
import { RunningService } from '../../support/running-service';
import { filled, operationsOf, type Document, type Placed } from './document';

/** Not of the API: the document itself, its page with what belongs to it, the counters of operators. */
const APART = /^\/(openapi\.json|metrics|docs(|\/|-json|-yaml|\/.*))$/;

interface Refused {
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** Whether a parameter is an integer, or may be one. */
function isInteger({ schema }: { readonly schema?: unknown }): boolean {
  const { type, oneOf = [] } = (schema ?? {}) as { readonly type?: string; readonly oneOf?: readonly object[] };
  return type === 'integer' || oneOf.some((one) => isInteger({ schema: one }));
}

const at = ({ method, path }: Placed): string => `${method.toUpperCase()} ${path}`;

const VIEWS = ['ViewAll', 'ViewBasic', 'Search', 'ExportLineage'];

/** Whether the operation needs more than the right to look. */
function isChange({ operation: { 'x-permission': permission } }: Placed): boolean {
  return permission !== undefined && !permission.anyOf.some((name) => VIEWS.includes(name));
}

/** One of several parameters is required there, which the document cannot say. */
const ONE_OF_SEVERAL = ['/api/v1/tables/export', '/api/v1/dataRuns/schedules'];

describe('the document and the router', () => {
  let service: RunningService;
  let admin: RestClient;
  let consumer: RestClient;
  let operations: Placed[];

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    consumer = await service.client('carla', 'DataConsumer');
    operations = operationsOf(await fetchOpenApi<Document>(service.baseUrl));
  });

  const send = (client: RestClient | undefined, { method, path, operation }: Placed) => {
    const type = Object.keys(operation.requestBody?.content ?? {})[0];
    return fetch(service.baseUrl + filled(path), {
      method: method.toUpperCase(),
      headers: {
        ...(client ? { authorization: `Bearer ${client.token}` } : {}),
        ...(type ? { 'content-type': type } : {}),
      },
      ...(type ? { body: type.includes('patch') ? '[]' : '{}' } : {}),
    });
  };

  it('know the same operations', async () => {
    const routed = await routesOf(service.databaseUrl);
    expect(routed.length).toBeGreaterThan(400);
    expect(operations.map(at).sort()).toEqual(routed);
  });

  it('every integer in a query is decimal digits, within the range that its refusal names', async () => {
    const asked = operations
      .filter(({ method }) => method === 'get')
      .flatMap((placed) => {
        const integers = (placed.operation.parameters ?? []).filter(
          (parameter) => parameter.in === 'query' && isInteger(parameter),
        );
        return integers.flatMap(({ name, description = '' }) =>
          [name, ...(/\(also `(\w+)`\)/.exec(description)?.slice(1) ?? [])].map((spelling) => ({ placed, spelling })),
        );
      });
    expect(asked.length).toBeGreaterThan(100);
    await severalAtOnce(asked, async ({ placed: { path }, spelling }) => {
      for (const text of ['0x27', '1e3', '1.0', '9'.repeat(24), '9'.repeat(400)]) {
        const { status, body } = await admin.get<Refused>(
          `${filled(path).slice('/api/v1'.length)}?${spelling}=${text}`,
        );
        const told = [path, spelling, text, status, body.details?.find(({ field }) => field === spelling)?.message];
        expect(told).toEqual([
          path,
          spelling,
          text,
          400,
          expect.stringMatching(/integer (from -?\d+ to \d+|of -?\d+ or more)/),
        ]);
      }
    });
  });

  it('every GET without parameters in its path answers an admin with 2xx', async () => {
    const simple = operations.filter(({ method, path, operation }) => {
      const required = (operation.parameters ?? []).some((parameter) => parameter.required);
      return method === 'get' && !path.includes('{') && !required && !ONE_OF_SEVERAL.includes(path);
    });
    expect(simple.length).toBeGreaterThan(30);
    await severalAtOnce(simple, async (placed) => {
      const answer = await send(admin, placed);
      expect([at(placed), answer.status]).toEqual([at(placed), 200]);
      const type = placed.path.endsWith('/export') ? /^(text\/csv|application\/x-ndjson)/ : /^application\/json/;
      expect(answer.headers.get('content-type')).toMatch(type);
    });
  });

  it('every operation that needs a token is 401 without one, and no other is', async () => {
    await severalAtOnce(operations, async (placed) => {
      const { status } = await send(undefined, placed);
      const guarded = placed.operation.security.length > 0;
      // A logout without any token has nothing to end, an unknown secret nobody to let in.
      if (!guarded && status === 401) expect(at(placed)).toMatch(/users\/logout$/);
      else expect([at(placed), status === 401]).toEqual([at(placed), guarded]);
    });
  });

  it('what is asked for nothing is no 500, for anybody, and no change for who may only look', async () => {
    expect(operations.filter(isChange).length).toBeGreaterThan(150);
    await severalAtOnce(operations, async (placed) => {
      for (const client of [admin, consumer]) {
        const { status } = await send(client, placed);
        expect([at(placed), status < 500]).toEqual([at(placed), true]);
        expect([at(placed), [405, 406, 413, 415].includes(status)]).toEqual([at(placed), false]);
        // Who may only look changes nothing. An owner may change what it owns, so that some are refused only where the object is known.
        if (client === consumer && isChange(placed))
          expect([at(placed), [400, 403, 404].includes(status)]).toEqual([at(placed), true]);
      }
    });
  });

  it('the page at /docs loads from here alone', async () => {
    const page = await fetch(`${service.baseUrl}/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const links = [...html.matchAll(/(?:src|href)=['"]([^'"#]+)['"]/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const url = new URL(link, `${service.baseUrl}/docs`);
      expect([link, url.origin]).toEqual([link, service.baseUrl]);
      const asset = await fetch(url);
      expect([link, asset.status]).toEqual([link, 200]);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    const script = await (await fetch(`${service.baseUrl}/docs/swagger-ui-init.js`)).text();
    expect(script).toContain('/api/v1/dataContracts');
    expect(`${html}${script}`).not.toMatch(
      /(?:src|href|url)\s*[=:]\s*['"]https?:\/\/(?!127\.0\.0\.1|www\.apache\.org|www\.w3\.org)/,
    );
  });
});

/** What the router was told while the same modules started, as `METHOD /path/{parameter}`. */
async function routesOf(databaseUrl: string): Promise<string[]> {
  const settings = { ...loadSettings({ DATABASE_URL: databaseUrl }), databaseUrl };
  const app = await createApp({
    settings,
    module: AppModule.forRoot(settings),
    logger: createLogger({ logLevel: 'fatal' }, 'api'),
    authorizer: (made) => new RequestAuthorizer(made.get(Authenticator), made.get(AccessControl)),
  });
  const routes = new Set<string>();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', ({ method, url }: RouteOptions) => {
      if (APART.test(url)) return;
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      for (const name of [method].flat()) if (!['HEAD', 'OPTIONS'].includes(name)) routes.add(`${name} ${path}`);
    });
  // The line for the first administrator would stand between Jest's.
  const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await app.init();
  print.mockRestore();
  await app.close();
  return [...routes].sort();
}
