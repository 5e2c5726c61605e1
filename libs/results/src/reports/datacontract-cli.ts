import { isUuid } from '@app/common';
import {
  between,
  eachAs,
  objectsOf,
  outcomeBy,
  textOf,
  timeOf,
  type Dimension,
  type Json,
  type ToolReport,
} from './tool-report';

const outcomeOf = outcomeBy({
  ...{ passed: 'passed', warning: 'passed', info: 'passed' },
  ...{ failed: 'failed', error: 'error', skipped: 'skipped' },
});
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
      outcome: outcomeOf(result),
      dimension: DIMENSIONS.get(category) ?? 'quality',
      subject: textOf(model),
      field: textOf(field),
      message: textOf(reason),
    })),
  };
}
