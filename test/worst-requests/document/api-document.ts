import { fetchOpenApi, resolveReference } from '../../support/openapi';
import type { Operation, Parameter, Schema } from './operation';

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Operation['body']; readonly 'x-max-bytes'?: number };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** The default of BODY_LIMIT. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** The OpenAPI document as the API serves it. */
export class ApiDocument {
  private constructor(private readonly document: Document) {}

  static async fetch(baseUrl: string): Promise<ApiDocument> {
    return new ApiDocument(await fetchOpenApi<Document>(baseUrl));
  }

  operations(): Operation[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content ?? {},
        bodyLimit: requestBody?.['x-max-bytes'] ?? BODY_LIMIT,
      })),
    );
  }

  /** The schema that stands behind a reference. */
  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : ((resolveReference(this.document, schema.$ref) ?? {}) as Schema);
  }
}
