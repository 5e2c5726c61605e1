import { Body, Controller, Get, Headers, type INestApplication, Module, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiResponse, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { Access, AnyPrincipal, OpenAccess } from '../http/access';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { createPreview } from '../http/server/create-preview';
import { buildOpenApi } from './build-openapi';
import { lintOpenApi } from './lint-openapi';

const SHOWN = ApiResponse({ status: 200, description: 'It.', content: { 'application/json': { example: { a: 1 } } } });
const CREATED = ApiResponse({
  status: 201,
  description: 'It.',
  content: { 'application/json': { example: { a: 1 } } },
});

@ApiTags('tables')
@Controller('v1/good')
class GoodController {
  @Get('open')
  @OpenAccess()
  @ApiOperation({ operationId: 'open', summary: 'Open' })
  @SHOWN
  open(): void {}

  @Get(':id')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'one', summary: 'One' })
  @ApiHeader({ name: 'If-Match' })
  @SHOWN
  one(@Param('id') id: string, @Headers('content-type') type: string): string {
    return id + type;
  }

  @Post()
  @Access({ operation: ['Create', 'EditAll'], resource: 'thing' })
  @SpeaksYaml()
  @ApiOperation({ operationId: 'make', summary: 'Make' })
  @ApiBody({ schema: { $ref: '#/components/schemas/Thing' } })
  @ApiResponse({ status: 409, description: 'Of its own.' })
  @CREATED
  make(@Body() body: unknown): unknown {
    return body;
  }
}

@Controller('v1/bad')
class BadController {
  @Get()
  @AnyPrincipal()
  @ApiOperation({ operationId: 'open' })
  @ApiResponse({ status: 200, description: 'It.', content: { 'application/json': { schema: { type: 'object' } } } })
  list(@Query('q') q: string): string {
    return q;
  }

  @Post()
  @OpenAccess()
  @ApiBody({ schema: { $ref: '#/components/schemas/Nowhere' } })
  @ApiOperation({ operationId: '' })
  make(): void {}
}

@Module({ controllers: [GoodController] })
class GoodModule {}

@Module({ controllers: [GoodController, BadController] })
class BadModule {}

const THING = { Thing: { type: 'object' } };

async function documentOf(module: typeof GoodModule): Promise<OpenAPIObject> {
  const app: INestApplication = await createPreview(module);
  return buildOpenApi(app, THING);
}

describe('buildOpenApi', () => {
  let document: OpenAPIObject;
  beforeAll(async () => {
    document = await documentOf(GoodModule);
  });

  const statuses = (path: string, method: 'get' | 'post') =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});

  it('is OpenAPI 3.1 with one error body', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.components?.schemas).toHaveProperty('Error');
  });

  it('derives the errors of a route from what it takes and asks for', () => {
    expect(statuses('/api/v1/good/open', 'get')).toEqual(['200', '429', '500', '503']);
    expect(statuses('/api/v1/good/{id}', 'get')).toEqual([
      ...['200', '400', '401', '403', '404', '412', '429', '500', '503'],
    ]);
    expect(statuses('/api/v1/good', 'post')).toEqual([
      ...['201', '400', '401', '403', '404', '406', '409', '413', '415', '429', '500', '503'],
    ]);
  });

  it('leaves an answer that the controller describes itself', () => {
    expect(document.paths['/api/v1/good']?.post?.responses['409']).toMatchObject({
      description: 'Of its own.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  });

  it('tells of tokens, permissions and media types', () => {
    expect(document.paths['/api/v1/good/open']?.get?.security).toEqual([]);
    expect(document.paths['/api/v1/good']?.post).toMatchObject({
      security: [{ bearer: [] }],
      'x-permission': { anyOf: ['Create', 'EditAll'], resource: 'thing' },
    });
    const { content = {} } = document.paths['/api/v1/good']?.post?.requestBody as { content?: object };
    expect(Object.keys(content)).toEqual(['application/json', 'application/yaml', 'text/yaml', 'application/x-yaml']);
    const { content: answer = {} } = document.paths['/api/v1/good']?.post?.responses['201'] as { content?: object };
    expect(Object.keys(answer)).toEqual(['application/json', 'application/yaml']);
    expect(JSON.stringify(document)).not.toContain('x-route');
  });

  it('says of every operation who may call it, where nothing else is said', () => {
    expect(document.paths['/api/v1/good/open']?.get?.description).toBe('Takes no token.');
    expect(document.paths['/api/v1/good']?.post?.description).toBe('Needs the permission Create or EditAll on thing.');
  });

  it('has no header that OpenAPI forbids as a parameter', () => {
    expect(document.paths['/api/v1/good/{id}']?.get?.parameters).toHaveLength(2);
  });
});

describe('lintOpenApi', () => {
  it('finds a constant that generators of clients write as code that does not run', async () => {
    const document = await documentOf(GoodModule);
    const schemas = { Flags: { type: 'object', properties: { kind: { const: 'a' }, partial: { const: true } } } };
    expect(lintOpenApi({ ...document, components: { ...document.components, schemas } as object })).toContain(
      '#/components/schemas/Flags/properties/partial has a constant that is not a text: give its type',
    );
  });

  it('finds nothing in a good document', async () => {
    expect(lintOpenApi(await documentOf(GoodModule))).toEqual([]);
  });

  it('finds each thing that is missing', async () => {
    expect(lintOpenApi(await documentOf(BadModule))).toEqual(
      expect.arrayContaining([
        'GET /api/v1/bad has no summary',
        'GET /api/v1/bad 200 has no example',
        'GET /api/v1/bad 200 does not say what members its answer has',
        'POST /api/v1/bad has no operationId',
        'POST /api/v1/bad has 0 tags instead of one',
        'POST /api/v1/bad has no summary',
        'operationId open is not unique',
        '#/components/schemas/Nowhere does not exist',
      ]),
    );
  });

  it('finds an operation that hides its errors', async () => {
    const document = await documentOf(GoodModule);
    const { responses } = document.paths['/api/v1/good']!.post!;
    for (const status of ['201', '400', '401', '403']) Reflect.deleteProperty(responses, status);
    expect(lintOpenApi(document)).toEqual([
      'POST /api/v1/good has no answer with 2xx',
      'POST /api/v1/good does not tell of 401',
      'POST /api/v1/good does not tell of 403',
      'POST /api/v1/good does not tell of 400',
    ]);
  });
});
