import type { ContractResult } from '../../api/contracts';

export interface DimensionOutcome {
  readonly name: 'schema' | 'semantics' | 'quality' | 'sla';
  readonly label: string;
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

interface Counts {
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
}

/** The dimensions that a run judged, in their order; a dimension of nothing is left out. */
export function dimensionsOf(result: ContractResult): DimensionOutcome[] {
  const { schemaValidation, semanticsValidation, qualityValidation, slaValidation } = result;
  const met = Object.entries(slaValidation ?? {}).flatMap(([key, value]) =>
    key.endsWith('Met') && typeof value === 'boolean' ? [value] : [],
  );
  const passed = met.filter(Boolean).length;
  return [
    counted('schema', 'Schema', schemaValidation),
    counted('semantics', 'Semantics', semanticsValidation),
    counted('quality', 'Quality', qualityValidation),
    counted('sla', 'SLA', { passed, failed: met.length - passed, total: met.length }),
  ].filter((one) => one !== undefined);
}

function counted(name: DimensionOutcome['name'], label: string, counts: Counts = {}): DimensionOutcome | undefined {
  const { passed = 0, failed = 0, total = passed + failed } = counts;
  return total === 0 ? undefined : { name, label, passed, failed, total };
}

/** Results that pipelines pushed may name a rule without a reason. */
export function failedRules({ semanticsValidation }: ContractResult): { ruleName: string; reason?: string }[] {
  return (semanticsValidation?.failedRules ?? []).map((rule) =>
    typeof rule === 'string'
      ? { ruleName: rule }
      : { ruleName: rule.ruleName ?? '', ...(rule.reason === undefined ? {} : { reason: rule.reason }) },
  );
}
