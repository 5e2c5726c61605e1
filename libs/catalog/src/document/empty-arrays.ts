import type { JsonSchema } from '../definition/json-schema';
import { entriesOf } from '../definition/entity-type';

const NO_PROPERTIES: NonNullable<JsonSchema['properties']> = {};

/**
 * Clients patch arrays that were absent in the response, treating absence as `[]`: a patch is applied to a document in which every
 * array of the schema exists. Those still empty afterwards are removed.
 */
export class EmptyArrays {
  private readonly added = new WeakSet<unknown[]>();

  /** @param isDeep whether arrays are added below members of the document, too */
  constructor(
    private readonly parts: Readonly<Record<string, JsonSchema>>,
    private readonly isDeep = true,
  ) {}

  /** Adds the arrays that are absent. Changes the data in place. */
  add(data: unknown, schema: JsonSchema): void {
    const shape = schema.$ref ? this.parts[schema.$ref.slice('#/$defs/'.length)] : schema;
    if (!shape || typeof data !== 'object' || data === null) return;
    if (Array.isArray(data)) {
      for (const item of data) this.add(item, shape.items ?? {});
      return;
    }
    const object = data as Record<string, unknown>;
    for (const [key, known] of entriesOf(shape.properties ?? NO_PROPERTIES)) {
      if (object[key] === undefined && known.type === 'array') {
        const empty: unknown[] = [];
        this.added.add(empty);
        object[key] = empty;
      } else if (this.isDeep) this.add(object[key], known);
    }
  }

  /** Removes added arrays that are still empty. Changes the data in place. */
  remove(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    const container = data as Record<string, unknown>;
    for (const key of Object.keys(data)) {
      const value = container[key];
      if (Array.isArray(value) && value.length === 0 && this.added.has(value)) delete container[key];
      else if (this.isDeep) this.remove(value);
    }
  }
}
