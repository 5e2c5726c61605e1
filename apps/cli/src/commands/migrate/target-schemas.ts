import { refused } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import type { Resolve, Schema } from './body-to-send';

interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly put?: { readonly requestBody?: { readonly $ref?: string } } }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly requestBodies: Readonly<Record<string, RequestBody>>;
  };
}

interface RequestBody {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** The schemas of what the catalog takes for each type, from its API document. */
export class TargetSchemas {
  private constructor(private readonly document: ApiDocument) {}

  static async of(target: CatalogClient): Promise<TargetSchemas> {
    const document = await target.json<ApiDocument>({
      path: '/openapi.json',
      outsideApi: true,
      what: 'Reading the API document',
    });
    return new TargetSchemas(document);
  }

  readonly resolve: Resolve = (schema) => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.document.components.schemas[name] ?? {});
  };

  /** The schema of the body that creates an entity. @throws {CliError} refused where the service has no such collection */
  ofCollection(collection: string): Schema {
    const name = this.document.paths[`/api/v1/${collection}`]?.put?.requestBody?.$ref?.split('/').at(-1) ?? '';
    const schema = this.document.components.requestBodies[name]?.content?.['application/json']?.schema;
    if (!schema) throw refused(`the service has no collection ${collection}`);
    return this.resolve(schema);
  }
}
