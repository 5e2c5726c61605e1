import type { Dimensions } from '../checks/verdict';

/** What is told of a dimension when it is done: its counts (of the SLA: what was met), not each thing that failed. */
export interface DoneDimension {
  readonly dimension: keyof Dimensions;
  readonly [count: string]: unknown;
}

/** Those of the dimensions that were judged, in the order of the interface. */
export function doneDimensions({ schema, semantics, quality, sla }: Dimensions): DoneDimension[] {
  return [
    ...(schema ? [{ dimension: 'schema', ...counts(schema) } as const] : []),
    ...(semantics ? [{ dimension: 'semantics', ...counts(semantics) } as const] : []),
    ...(quality ? [{ dimension: 'quality', ...counts(quality), qualityScore: quality.qualityScore } as const] : []),
    ...(sla ? [{ dimension: 'sla', ...sla.sla } as const] : []),
  ];
}

/** The same text for the same dimension, whatever order the database keeps its members in. */
export function dimensionText(done: DoneDimension): string {
  return JSON.stringify(Object.entries(done).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function counts({ passed, failed, total }: { passed: number; failed: number; total: number }): object {
  return { passed, failed, total };
}
