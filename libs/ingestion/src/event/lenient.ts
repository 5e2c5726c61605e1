/** Reading of what a producer may have sent in any shape: what does not fit counts as absent. */

export type Json = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A facet, unless the producer withdrew it. */
export function facetOf(facets: unknown, name: string): Json | undefined {
  const all = objectOf(facets);
  const facet = all && Object.hasOwn(all, name) ? objectOf(all[name]) : undefined;
  return facet?._deleted === true ? undefined : facet;
}
