import type { ContractResult } from '../../api/contracts';

const LABELS = { schema: 'Schema', semantics: 'Semantics', quality: 'Quality', sla: 'SLA' } as const;
type DimensionName = keyof typeof LABELS;

export interface DimensionOutcome {
  readonly name: DimensionName;
  readonly label: string;
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** What is said of a dimension: counts, or for the SLA whether each of its targets is met. */
type Said = object | null | undefined;

/** The dimensions that a run judged, in their order; a dimension of nothing is left out. */
export function dimensionsOf(result: ContractResult): DimensionOutcome[] {
  const { schemaValidation, semanticsValidation, qualityValidation, slaValidation } = result;
  return [
    outcomeOf('schema', schemaValidation),
    outcomeOf('semantics', semanticsValidation),
    outcomeOf('quality', qualityValidation),
    outcomeOf('sla', slaValidation),
  ].filter((one) => one !== undefined);
}

/** Of a dimension as a result or an event of a run tells it; undefined for one of nothing, or one that is not known. */
export function outcomeOf(name: string, said: Said): DimensionOutcome | undefined {
  if (!(name in LABELS)) return undefined;
  const { passed, failed, total } = name === 'sla' ? targetsMet(said) : counts(said);
  const known = name as DimensionName;
  return total === 0 ? undefined : { name: known, label: LABELS[known], passed, failed, total };
}

type Counts = Record<'passed' | 'failed' | 'total', number>;

function counts(said: Said): Counts {
  const { passed = 0, failed = 0, total = passed + failed }: Partial<Counts> = said ?? {};
  return { passed, failed, total };
}

function targetsMet(said: Said): Counts {
  const met = Object.entries(said ?? {}).flatMap(([key, value]) =>
    key.endsWith('Met') && typeof value === 'boolean' ? [value] : [],
  );
  const passed = met.filter(Boolean).length;
  return { passed, failed: met.length - passed, total: met.length };
}

/** Results that pipelines pushed may name a rule without a reason. */
export function failedRules({ semanticsValidation }: ContractResult): { ruleName: string; reason?: string }[] {
  return (semanticsValidation?.failedRules ?? []).map((rule) =>
    typeof rule === 'string'
      ? { ruleName: rule }
      : { ruleName: rule.ruleName ?? '', ...(rule.reason === undefined ? {} : { reason: rule.reason }) },
  );
}
