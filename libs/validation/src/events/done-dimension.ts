import type { Dimensions } from '../checks/verdict';

/** Reported when a dimension is done: its counts (for the SLA: the targets met), without individual failures. */
export interface DoneDimension {
  readonly dimension: keyof Dimensions;
  readonly [count: string]: unknown;
}

/** The evaluated dimensions, in the order of the interface. */
export function doneDimensions({ schema, semantics, quality, sla }: Dimensions): DoneDimension[] {
  return [
    ...(schema ? [{ dimension: 'schema', ...counts(schema) } as const] : []),
    ...(semantics ? [{ dimension: 'semantics', ...counts(semantics) } as const] : []),
    ...(quality ? [{ dimension: 'quality', ...counts(quality), qualityScore: quality.qualityScore } as const] : []),
    ...(sla ? [{ dimension: 'sla', ...sla.sla } as const] : []),
  ];
}

/** Canonical text of a dimension, independent of the key order that the database returns. */
export function dimensionText(done: DoneDimension): string {
  return JSON.stringify(Object.entries(done).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function counts({ passed, failed, total }: { passed: number; failed: number; total: number }): object {
  return { passed, failed, total };
}
