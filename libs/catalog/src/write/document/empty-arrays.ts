import type { JsonSchema } from '../../definition/json-schema';

/**
 * Clients patch arrays that were absent in the response, treating absence as `[]`: a patch is applied to a document in which every
 * array of the schema exists. Those still empty afterwards are removed.
 */
export class EmptyArrays {
  private readonly added = new WeakSet<unknown[]>();

  constructor(private readonly parts: Readonly<Record<string, JsonSchema>>) {}

  /** Adds the arrays that are absent. Changes the data in place. */
  add(data: unknown, schema: JsonSchema): void {
    const shape = schema.$ref ? this.parts[schema.$ref.slice('#/$defs/'.length)] : schema;
    if (!shape || typeof data !== 'object' || data === null) return;
    if (Array.isArray(data)) {
      for (const item of data) this.add(item, shape.items ?? {});
      return;
    }
    const object = data as Record<string, unknown>;
    for (const [key, known] of Object.entries(shape.properties ?? {})) {
      if (object[key] === undefined && known.type === 'array') {
        const empty: unknown[] = [];
        this.added.add(empty);
        object[key] = empty;
      } else this.add(object[key], known);
    }
  }

  /** Removes added arrays that are still empty. Changes the data in place. */
  remove(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    for (const [key, value] of Object.entries(data)) {
      if (Array.isArray(value) && value.length === 0 && this.added.has(value))
        delete (data as Record<string, unknown>)[key];
      else this.remove(value);
    }
  }
}
