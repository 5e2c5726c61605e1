import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { RunningService } from '../../support/running-service';
import { inlined, resolveReference, servedDocument } from '../../support/openapi';
import { operationsOf, referencesIn, type Document, type Media, type Placed } from './document';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** With references to the components by their names alone, under which the compiler knows them. */
const standingAlone = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"')) as object;
const at = ({ method, path }: Placed): string => `${method.toUpperCase()} ${path}`;

describe('/openapi.json', () => {
  let service: RunningService;
  let served: Document;
  /** The same without references to other parts than schemas. */
  let document: Document;
  let operations: Placed[];
  let ajv: Ajv;

  beforeAll(async () => {
    service = await RunningService.shared();
    const answer = await fetch(`${service.baseUrl}/openapi.json`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    served = await servedDocument<Document>(service.baseUrl);
    document = inlined(served);
    operations = operationsOf(document);
    // Without `required`, what a schema of an answer demands could be met by nothing.
    // Compiled once each, wherever it is referred to, and as it comes: a second pass over the code would take longer than the code runs.
    const once = { inlineRefs: false, code: { optimize: false } };
    ajv = addFormats(new Ajv({ strict: false, validateSchema: true, allErrors: true, ...once }));
    for (const [name, schema] of Object.entries(document.components.schemas))
      ajv.addSchema(standingAlone(schema), name);
  });

  /** Each schema is compiled once: many operations answer with the same. */
  const compiled = new Map<string, ValidateFunction>();

  /** What is wrong with a value by a schema of the document. */
  function faultsOf(schema: object, value: unknown): string[] {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(standingAlone(schema));
    compiled.set(text, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  it('is OpenAPI 3.1 with every part that it must have', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.title).toEqual(expect.any(String));
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(operations.length).toBeGreaterThan(400);
    for (const { method, path } of operations) {
      expect(METHODS).toContain(method);
      expect(path).toMatch(/^\/[\w/{}.-]*$/);
    }
  });

  it('has a valid JSON Schema (2020-12) for everything', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect([name, ajv.validateSchema(schema)]).toEqual([name, true]);
      expect(() => ajv.getSchema(name)).not.toThrow();
    }
  });

  it('has no reference to nothing', () => {
    const dangling = [...new Set(referencesIn(served))].filter((ref) => resolveReference(served, ref) === undefined);
    expect(dangling).toEqual([]);
  });

  it('gives every operation an id of its own, a summary and a tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !/^[a-z]\w+$/.test(id ?? ''))).toEqual([]);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const bare = operations.filter(({ operation: { summary, tags } }) => !summary || !tags?.length);
    expect(bare.map(at)).toEqual([]);
  });

  it('names every parameter of a path, and no other', () => {
    for (const placed of operations) {
      const inPath = [...placed.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const declared = (placed.operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect([at(placed), declared.map(({ name }) => name).sort()]).toEqual([at(placed), inPath]);
      expect(declared.every(({ required }) => required === true)).toBe(true);
      const keys = (placed.operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('tells the errors of every operation, in the one body', () => {
    for (const placed of operations) {
      const { responses, security, parameters = [], requestBody } = placed.operation;
      const statuses = Object.keys(responses);
      const expected = [
        ...(security.length ? ['401'] : []),
        ...(placed.operation['x-permission'] ? ['403'] : []),
        ...(requestBody || parameters.some((parameter) => parameter.in !== 'header') ? ['400'] : []),
        ...(placed.path.includes('{') ? ['404'] : []),
        ...(requestBody ? ['413', '415'] : []),
        ...['500', '503'],
      ];
      expect([at(placed), expected.filter((status) => !statuses.includes(status))]).toEqual([at(placed), []]);
      for (const status of statuses.filter((code) => Number(code) >= 400)) {
        const { schema = {} } = responses[status]!.content?.['application/json'] ?? {};
        if (!placed.path.endsWith('z') && !placed.path.includes('/health/'))
          expect([at(placed), status, schema]).toEqual([at(placed), status, { $ref: '#/components/schemas/Error' }]);
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      if (!/^[A-Z_]+$/.test(name)) continue;
      const { schema, example } = content?.['application/json'] ?? {};
      expect(faultsOf(schema!, example)).toEqual([]);
    }
  });

  it('shows an example of every answer, and each fits its schema', () => {
    const faults = operations.flatMap((placed) =>
      Object.entries(placed.operation.responses)
        .filter(([status]) => status.startsWith('2') && status !== '204')
        .flatMap(([status, { content = {} }]) =>
          Object.values(content).flatMap((media) => exampleFaults(`${at(placed)} ${status}`, media)),
        ),
    );
    expect(faults).toEqual([]);
  });

  it('shows an example of every body, and each fits its schema', () => {
    const faults = operations.flatMap((placed) =>
      Object.values(placed.operation.requestBody?.content ?? {}).flatMap((media) =>
        exampleFaults(`${at(placed)} body`, media),
      ),
    );
    expect(faults).toEqual([]);
  });

  /** Examples beside the schema, or in it. */
  function exampleFaults(where: string, { schema = {}, example, examples = {} }: Media): string[] {
    const own = resolved(schema);
    const inside = [own.example, ...((own.examples as unknown[] | undefined) ?? []), ...examplesOfMembers(own)];
    const shown = [example, ...Object.values(examples).map(({ value }) => value), ...inside].filter(
      (value) => value !== undefined,
    );
    if (shown.length === 0) return [`${where} has no example`];
    return shown.flatMap((value) => faultsOf(schema, value).map((fault) => `${where}: ${fault}`));
  }

  function resolved(schema: Record<string, unknown>): Record<string, unknown> {
    const { $ref } = schema as { $ref?: string };
    return $ref ? (resolveReference(document, $ref) as Record<string, unknown>) : schema;
  }

  /** A body whose required members have examples has one made of them. */
  function examplesOfMembers({ properties }: { properties?: unknown }): unknown[] {
    const members = Object.entries((properties ?? {}) as Record<string, { example?: unknown }>);
    const shown = members.filter(([, { example }]) => example !== undefined);
    return shown.length ? [Object.fromEntries(shown.map(([name, { example }]) => [name, example]))] : [];
  }
});
