import { shape } from '@app/catalog';
import type { OpenAPIObject } from '@nestjs/swagger';
import { nameSchemas } from './name-schemas';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const media = (schema: object) => ({ content: { 'application/json': { schema }, 'application/yaml': { schema } } });

function named(schemas: Json, paths: Json = {}): { schemas: Json; paths: Json } {
  const document = structuredClone({ components: { schemas }, paths }) as unknown as OpenAPIObject;
  nameSchemas(document);
  return { schemas: document.components!.schemas as Json, paths: document.paths as Json };
}

describe('the schemas of the document', () => {
  it('have a name each, after the schema that they are part of', () => {
    const { schemas } = named({
      Table: object({ style: object({ color: text }), joins: { type: 'array', items: object({ on: text }) } }),
    });
    expect(schemas).toEqual({
      Table: object({ style: ref('TableStyle'), joins: { type: 'array', items: ref('TableJoinsItem') } }),
      TableStyle: object({ color: text }),
      TableJoinsItem: object({ on: text }),
    });
  });

  it('are called after the one member that an alternative asks for, else by their place', () => {
    const { schemas } = named({
      Owner: { anyOf: [text, object({ id: text }, { required: ['id'] }), object({ a: text, b: text })] },
    });
    expect(schemas['Owner']).toEqual({ anyOf: [text, ref('OwnerWithId'), ref('OwnerOption3')] });
  });

  it('are called after the operation that takes or answers them, once for all media types', () => {
    const several = { anyOf: [object({ a: text }, { required: ['a'] }), { type: 'array', items: text }] };
    const { schemas, paths } = named(
      {},
      {
        '/a': {
          put: { operationId: 'putA', requestBody: media(object({ b: text })), responses: { 200: media(several) } },
        },
      },
    );
    expect(Object.keys(schemas)).toEqual(['PutAInput', 'PutAOutputWithA', 'PutAOutput']);
    expect(paths).toMatchObject({
      '/a': { put: { requestBody: media(ref('PutAInput')), responses: { 200: media(ref('PutAOutput')) } } },
    });
  });

  it('take no name that is taken', () => {
    const { schemas } = named({ TableStyle: text, Table: object({ style: object({ color: text }) }) });
    expect(schemas['Table']).toEqual(object({ style: ref('TableStyle2') }));
    expect(schemas['TableStyle']).toEqual(text);
  });

  it('are one class where any members may stand, with what is said of each', () => {
    const free = { type: 'object', additionalProperties: true, maxProperties: shape.openObject.maxProperties };
    const { schemas } = named({ Table: object({ profile: free, extension: { ...free, description: 'Free.' } }) });
    expect(schemas['FreeFormObject']).toEqual(free);
    expect(schemas['Table']).toEqual(
      object({ profile: ref('FreeFormObject'), extension: { ...ref('FreeFormObject'), description: 'Free.' } }),
    );
  });
});
