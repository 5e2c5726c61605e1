type Json = Record<string, unknown>;

/** What a reference such as `#/components/schemas/Table` names; undefined where there is nothing. */
export function resolveReference(document: object, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
}

/** The document as the API serves it, with its references. */
export async function servedDocument<Document extends object>(baseUrl: string): Promise<Document> {
  return (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document;
}

/**
 * The document of the API in which parameters, bodies, answers and examples stand where they are referred to. References to schemas
 * stay, since a schema may hold itself.
 */
export async function fetchOpenApi<Document extends object>(baseUrl: string): Promise<Document> {
  return inlined(await servedDocument<Document>(baseUrl));
}

export function inlined<Document extends object>(document: Document): Document {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/'))
      return inline(resolveReference(document, $ref));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(document) as Document;
}
