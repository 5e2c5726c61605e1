import { isUuid } from '@app/common';
import {
  between,
  eachAs,
  objectsOf,
  textOf,
  timeOf,
  type CheckOutcome,
  type Dimension,
  type Json,
  type ToolReport,
} from './tool-report';

const OUTCOMES: ReadonlyMap<unknown, CheckOutcome> = new Map([
  ...(['passed', 'warning', 'info'] as const).map((result) => [result, 'passed'] as const),
  ...(['failed', 'error', 'skipped'] as const).map((result) => [result, result] as const),
]);
const DIMENSIONS: ReadonlyMap<unknown, Dimension> = new Map([
  ['schema', 'schema'],
  ['servicelevel', 'sla'],
  ['custom', 'semantics'],
]);

/** The results of `datacontract test --output-format json`. */
export function readDatacontractCli(report: Json): ToolReport {
  const { dataContractId, timestampStart, timestampEnd, checks } = report;
  const timestamp = timeOf(timestampEnd);
  return {
    timestamp,
    executionTime: between(timeOf(timestampStart), timestamp),
    // The standard allows any text; only an id of ours names a contract.
    contractId: isUuid(dataContractId) ? String(dataContractId).toLowerCase() : undefined,
    checks: eachAs(objectsOf(checks), ({ name, type, category, model, field, result, reason }) => ({
      name: textOf(name) ?? textOf(type) ?? 'check',
      outcome: OUTCOMES.get(result) ?? 'skipped',
      dimension: DIMENSIONS.get(category) ?? 'quality',
      subject: textOf(model),
      field: textOf(field),
      message: textOf(reason),
    })),
  };
}
