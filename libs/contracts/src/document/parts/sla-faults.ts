import type { ErrorDetail } from '@app/common';
import type { ContractSla } from '../contract-document';
import { parseSla } from '../sla/sla-terms';

/** An SLA as accepted in bodies: with the alias of maxLatency. */
type SentSla = ContractSla & { readonly latency?: ContractSla['maxLatency']; readonly inherited?: boolean };

/** The normalized SLA: `latency` as maxLatency, without the inheritance flag, which only responses have. */
export function normalSla({ latency, inherited: _answerOnly, ...sla }: SentSla): ContractSla {
  return latency === undefined || latency === null ? sla : { ...sla, maxLatency: sla.maxLatency ?? latency };
}

/** All errors of an SLA as sent. */
export function slaFaults(sla: SentSla): ErrorDetail[] {
  const blank = sla.columnName?.trim() === '';
  return [...parseSla(sla).errors, ...(blank ? [{ field: 'sla.columnName', message: 'must not be empty' }] : [])];
}
