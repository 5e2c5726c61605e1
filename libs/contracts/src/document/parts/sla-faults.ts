import type { ErrorDetail } from '@app/common';
import type { ContractSla } from '../contract-document';
import { parseSla } from '../sla/sla-terms';

/** An SLA as bodies may have it: with the other name of maxLatency. */
type SentSla = ContractSla & { readonly latency?: ContractSla['maxLatency']; readonly inherited?: boolean };

/** The SLA as it is kept: `latency` as maxLatency, without the mark of inheritance, which only answers carry. */
export function normalSla({ latency, inherited: _answerOnly, ...sla }: SentSla): ContractSla {
  return latency === undefined || latency === null ? sla : { ...sla, maxLatency: sla.maxLatency ?? latency };
}

/** All that is wrong with an SLA, as it was sent. */
export function slaFaults(sla: SentSla): ErrorDetail[] {
  const blank = sla.columnName?.trim() === '';
  return [...parseSla(sla).errors, ...(blank ? [{ field: 'sla.columnName', message: 'must not be empty' }] : [])];
}
