import { entityTypes } from '@app/catalog';
import { loadSettings } from '@app/config';
import { AppModule } from '../app.module';
import { entitySchemas } from '../entities/entity-schemas';
import { START_PAGE } from '../health/start-page';
import { createPreview } from '../http/server/create-preview';
import { apiDocument } from './api-document';
import { buildOpenApi, operationsOf } from './build-openapi';
import { lintOpenApi } from './lint-openapi';

/** What callers may reach without a token. */
const OPEN = [
  'get /api/v1/system/config/jwks',
  'get /api/v1/system/health/live',
  'get /api/v1/system/health/ready',
  'get /api/v1/system/version',
  'get /api/v1/users/login/issuers',
  'get /livez',
  'get /readyz',
  'get /startupz',
  'post /api/v1/system/setup',
  'post /api/v1/users/login',
  'post /api/v1/users/login/issuers/begin',
  'post /api/v1/users/login/issuers/finish',
  'post /api/v1/users/logout',
  'post /api/v1/users/refresh',
];

describe('the document of the API', () => {
  const settings = { ...loadSettings({}), databaseUrl: 'postgres://preview.invalid/catalog' };
  const app = createPreview(AppModule.forRoot(settings));
  const made = app.then(apiDocument);

  it('leaves nothing out that a reader needs', async () => {
    expect(lintOpenApi(buildOpenApi(await app, entitySchemas(entityTypes.all())))).toEqual([]);
  });

  it('says once what many operations have', async () => {
    const { operation } = operationsOf(await made).find(({ path }) => path === '/api/v1/tables')!;
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/query.include' });
    expect((await made).components?.parameters).toHaveProperty(['query.include', 'name'], 'include');
  });

  it('says for each type which fields can be asked for', async () => {
    const parameters = (await made).components?.parameters as Record<
      string,
      { name: string; schema: { pattern?: string } }
    >;
    const patterns = Object.values(parameters).flatMap(({ name, schema }) =>
      name === 'fields' && schema.pattern?.includes('displayName') ? [new RegExp(schema.pattern)] : [],
    );
    const taking = (text: string): number => patterns.filter((pattern) => pattern.test(text)).length;
    expect([taking(''), taking('*'), taking('owners, displayName,')]).toEqual(Array(3).fill(patterns.length));
    expect(taking('columns')).toBeGreaterThan(0);
    expect(taking('columns')).toBeLessThan(patterns.length);
    expect([taking('nothing'), taking('owners displayName')]).toEqual([0, 0]);
  });

  it('has all that the start page leads to', async () => {
    const { documentation: _page, openapi: _document, agents: _protocol, llms: _text, ...links } = START_PAGE.links;
    expect(Object.keys((await made).paths)).toEqual(expect.arrayContaining(Object.values(links)));
  });

  it('is open where the interface says so, and nowhere else', async () => {
    const open = operationsOf(await made).filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(OPEN);
  });
});
