import { loadSettings } from '@app/config';
import { AppModule } from '../app.module';
import { START_PAGE } from '../health/start-page';
import { createPreview } from '../http/server/create-preview';
import { apiDocument } from './api-document';
import { operationsOf } from './build-openapi';
import { lintOpenApi } from './lint-openapi';

/** What callers may reach without a token. */
const OPEN = [
  'get /api/v1/system/config/jwks',
  'get /api/v1/system/health/live',
  'get /api/v1/system/health/ready',
  'get /api/v1/system/version',
  'get /livez',
  'get /readyz',
  'get /startupz',
  'post /api/v1/system/setup',
  'post /api/v1/users/login',
  'post /api/v1/users/logout',
  'post /api/v1/users/refresh',
];

describe('the document of the API', () => {
  const settings = { ...loadSettings({}), databaseUrl: 'postgres://preview.invalid/catalog' };
  const made = createPreview(AppModule.forRoot(settings)).then(apiDocument);

  it('leaves nothing out that a reader needs', async () => {
    expect(lintOpenApi(await made)).toEqual([]);
  });

  it('has all that the start page leads to', async () => {
    const { documentation: _page, openapi: _document, ...links } = START_PAGE.links;
    expect(Object.keys((await made).paths)).toEqual(expect.arrayContaining(Object.values(links)));
  });

  it('is open where the interface says so, and nowhere else', async () => {
    const open = operationsOf(await made).filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(OPEN);
  });
});
