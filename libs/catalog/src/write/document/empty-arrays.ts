import type { JsonSchema } from '../../definition/json-schema';

/**
 * Clients patch arrays that they have not seen, having read absence as `[]`: a patch is applied to a document in which every
 * array that the schema knows exists. Those that are still empty afterwards are taken out again.
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

  /** Takes out the added arrays into which nothing was put. Changes the data in place. */
  remove(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    for (const [key, value] of Object.entries(data)) {
      if (Array.isArray(value) && value.length === 0 && this.added.has(value))
        delete (data as Record<string, unknown>)[key];
      else this.remove(value);
    }
  }
}
