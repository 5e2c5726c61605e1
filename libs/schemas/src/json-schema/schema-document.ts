import { isObject } from '@app/common';
import type { JsonObject } from '../reading/json-text';

/** URIs that are made absolute: each takes some microseconds. */
const MOST_URIS = 1_000;
const MOST_REFERENCES = 10_000;
const LONGEST_REFERENCE = 1_000;

/** A JSON Schema with what its references lead to. Only what stands in the text is found: nothing is fetched. */
export class SchemaDocument {
  /** Schemas by their `$id`, as it is written and as an absolute URI, and by `#` with their `$anchor`. */
  private readonly byId = new Map<string, JsonObject>();
  private readonly references: string[] = [];
  private readonly base: string | undefined;
  private uris = 0;

  constructor(readonly root: JsonObject) {
    this.base = typeof root.$id === 'string' ? root.$id : undefined;
    // Without recursion: a text may be deep.
    const open: unknown[] = [root];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (isObject(value)) this.index(value);
      if (typeof value === 'object' && value !== null)
        for (const below of Object.values(value).reverse()) open.push(below);
    }
  }

  /** The schema that a `$ref` names; undefined where the text does not have it. */
  at(reference: string): unknown {
    if (reference.length > LONGEST_REFERENCE) return undefined;
    const [uri = '', fragment] = reference.split('#', 2);
    const start = uri === '' ? this.root : (this.byId.get(uri) ?? this.byId.get(this.absolute(uri) ?? ''));
    if (start === undefined || !fragment) return start;
    return fragment.startsWith('/') ? below(start, fragment) : this.byId.get(`#${fragment}`);
  }

  /** The main one of several definitions without a schema around them: the first that none of the others uses. */
  mainDefinition(): readonly [name: string, schema: JsonObject] | undefined {
    const { $defs, definitions, components } = this.root;
    const schemas = $defs ?? definitions ?? (isObject(components) ? components.schemas : undefined);
    if (!isObject(schemas)) return undefined;
    const used = new Set(this.references.map((reference) => this.at(reference)));
    const all = Object.entries(schemas).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
    return all.find(([, schema]) => !used.has(schema)) ?? all[0];
  }

  private index(schema: JsonObject): void {
    const { $id, $anchor, $ref } = schema;
    if (typeof $id === 'string')
      for (const id of [$id, this.absolute($id)]) if (id && !this.byId.has(id)) this.byId.set(id, schema);
    if (typeof $anchor === 'string' && !this.byId.has(`#${$anchor}`)) this.byId.set(`#${$anchor}`, schema);
    if (typeof $ref === 'string' && this.references.length < MOST_REFERENCES) this.references.push($ref);
  }

  private absolute(uri: string): string | undefined {
    if (this.base === undefined || ++this.uris > MOST_URIS) return undefined;
    return URL.canParse(uri, this.base) ? new URL(uri, this.base).href : undefined;
  }
}

/** @param pointer `/$defs/Address`, percent-encoded as in a URI */
function below(start: unknown, pointer: string): unknown {
  let value = start;
  for (const token of pointer.slice(1).split('/')) {
    const key = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
