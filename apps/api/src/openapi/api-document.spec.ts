import { entityTypes } from '@app/catalog';
import { loadSettings } from '@app/config';
import { AppModule } from '../app.module';
import { entitySchemas } from '../entities/entity-schemas';
import { START_PAGE } from '../health/start-page';
import { createPreview } from '../http/server/create-preview';
import { apiDocument } from './api-document';
import { buildOpenApi, operationsOf } from './build-openapi';
import { lintOpenApi } from './lint-openapi';

/** The operations that callers may reach without a token. */
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
  'post /api/v1/users/login/issuers/logout',
  'post /api/v1/users/login/tickets/exchange',
  'post /api/v1/users/login/tickets/inspect',
  'post /api/v1/users/logout',
  'post /api/v1/users/refresh',
];

interface SchemaPart {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
}

const membersOf = (schema: SchemaPart): Readonly<Record<string, SchemaPart>> => schema.properties ?? {};

/** The objects that may be schemas, at any depth; examples are data. */
function schemasIn(value: unknown): SchemaPart[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).filter(
    ([key]) => !['example', 'examples', 'enum', 'default', 'x-permission'].includes(key),
  );
  return [value, ...inner.flatMap(([, one]) => schemasIn(one))];
}

describe('the document of the API', () => {
  const settings = { ...loadSettings({}), databaseUrl: 'postgres://preview.invalid/catalog' };
  const app = createPreview(AppModule.forRoot(settings));
  const made = app.then(apiDocument);

  it('leaves nothing out that a reader needs', async () => {
    expect(lintOpenApi(buildOpenApi(await app, entitySchemas(entityTypes.all())))).toEqual([]);
  });

  it('says once what many operations have', async () => {
    const { operation } = operationsOf(await made).find(({ path }) => path === '/api/v1/tables')!;
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/include.query' });
    expect((await made).components?.parameters).toHaveProperty(['include.query', 'name'], 'include');
  });

  it('has a class for every object, which generators of clients need', async () => {
    const { components, paths } = await made;
    const schemas = components!.schemas as Record<string, object>;
    const inside = Object.values(schemas).flatMap((schema) => Object.values(schema));
    const faults = [...inside, components!.responses, components!.requestBodies, paths].flatMap((part) => [
      ...schemasIn(part).filter((schema) => schema.properties !== undefined),
      ...schemasIn(part).filter(({ type }) => Array.isArray(type) && type.filter((one) => one !== 'null').length > 1),
      ...schemasIn(part).filter(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf].some((one) => 'allOf' in one)),
    ]);
    expect(faults).toEqual([]);
    const classes = Object.keys(schemas).map((name) => name.toLowerCase());
    expect(classes.filter((name, at) => classes.indexOf(name) !== at)).toEqual([]);
    // A member that is no reference may get a class of this name.
    const members = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries(membersOf(schema)).flatMap(([member, { $ref, type }]) =>
        $ref === undefined && type === 'object' ? [`${name}${member}`.toLowerCase()] : [],
      ),
    );
    expect(members.filter((name) => classes.includes(name))).toEqual([]);
  });

  it('has what generators for Java and Go make classes of', async () => {
    const { components, paths } = await made;
    const parts = schemasIn({ components, paths });
    // Java has no list of one boolean, and Go no default of a choice.
    expect(parts.filter((part) => part.type === 'boolean' && 'enum' in part)).toEqual([]);
    expect(parts.filter((part) => 'default' in part && (part.oneOf ?? part.anyOf))).toEqual([]);
    // In Go, the function that makes a class is called so.
    const names = Object.keys(components!.schemas!);
    expect(names.filter((name) => /^New./.test(name) && names.includes(name.slice(3)))).toEqual([]);
    const { operation } = operationsOf(await made).find(({ path }) => path === '/api/v1/lineage/dbt')!;
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(['multipart/form-data', 'application/json']);
  });

  it.each([
    ...['/{id}', '/name/{fqn}'].flatMap((path) => [`patch ${path}`, `delete ${path}`]),
    ...['put ', 'put /odcs', 'put /odcs/yaml'],
  ])('tells that a policy may keep %s of contracts back, and how to be refused instead', async (way) => {
    const [method, path = ''] = way.split(' ');
    const { components, paths } = await made;
    const all = components as unknown as Record<string, Record<string, { name?: string; headers?: object }>>;
    const partOf = ($ref: string) => all[$ref.split('/').at(-2)!]?.[$ref.split('/').at(-1)!];
    const item = paths[`/api/v1/dataContracts${path}`] as Record<string, Record<'parameters' | 'responses', object>>;
    const { parameters, responses } = item[method!]!;
    const held = partOf((responses as Record<string, { $ref: string }>)['202']!.$ref);
    expect(Object.keys(held?.headers ?? {})).toEqual(['Location', 'X-Change-Policy']);
    expect(JSON.stringify(held)).toContain('"#/components/schemas/ContractProposal"');
    const names = (parameters as { $ref: string }[]).map(({ $ref }) => partOf($ref)?.name);
    expect(names).toContain('Prefer');
  });

  it('tells of no such thing elsewhere', async () => {
    const table = (await made).paths['/api/v1/tables/{id}']!.patch!;
    expect(Object.keys(table.responses)).not.toContain('202');
  });

  it('has a class for the tokens of a login', async () => {
    // Of logins by a password, a ticket and an issuer, and of refreshes.
    expect(JSON.stringify(await made).match(/"#\/components\/schemas\/TokenPair"/g)?.length).toBeGreaterThanOrEqual(3);
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
