import type { ErrorDetail } from '@app/common';
import type { ContractSla } from '../contract-document';
import { parseDuration } from '../duration';
import { parseTimeOfDay } from '../time/time-of-day';
import { parseZone } from '../time/time-zone';

/** An SLA as bodies may have it: with the other name of maxLatency. */
type SentSla = ContractSla & { readonly latency?: ContractSla['maxLatency']; readonly inherited?: boolean };

/** The SLA as it is kept: `latency` as maxLatency, without the mark of inheritance, which only answers carry. */
export function normalSla({ latency, inherited: _answerOnly, ...sla }: SentSla): ContractSla {
  return latency === undefined || latency === null ? sla : { ...sla, maxLatency: sla.maxLatency ?? latency };
}

/** All that is wrong with an SLA, as it was sent. */
export function slaFaults(sla: SentSla): ErrorDetail[] {
  return [
    ...(['refreshFrequency', 'maxLatency', 'latency', 'retention'] as const).flatMap((key) => durationFault(sla, key)),
    ...twoLatencies(sla),
    ...availabilityFault(sla.availability),
    ...timeFault(sla.availabilityTime),
    ...zoneFault(sla.timezone),
    ...(sla.columnName?.trim() === '' ? [{ field: 'sla.columnName', message: 'must not be empty' }] : []),
  ];
}

function durationFault(sla: SentSla, key: 'refreshFrequency' | 'maxLatency' | 'latency' | 'retention'): ErrorDetail[] {
  const value = sla[key];
  const parsed = value === undefined || value === null ? undefined : parseDuration(value);
  return parsed && !parsed.ok ? [{ field: `sla.${key}`, message: parsed.message }] : [];
}

function twoLatencies({ latency, maxLatency }: SentSla): ErrorDetail[] {
  if (latency === undefined || maxLatency === undefined || JSON.stringify(latency) === JSON.stringify(maxLatency))
    return [];
  return [{ field: 'sla.latency', message: 'is another name of maxLatency: give one of them' }];
}

function availabilityFault(value: number | undefined): ErrorDetail[] {
  if (value === undefined || (value >= 0 && value <= 100)) return [];
  return [{ field: 'sla.availability', message: `must be a percentage from 0 to 100, got ${value}` }];
}

function timeFault(value: string | undefined): ErrorDetail[] {
  if (value === undefined || parseTimeOfDay(value)) return [];
  const message = `must be a time HH:mm (00:00 to 23:59) with an optional zone, such as "09:00" or "09:00 Europe/Berlin", got ${JSON.stringify(value)}`;
  return [{ field: 'sla.availabilityTime', message }];
}

function zoneFault(value: string | undefined): ErrorDetail[] {
  if (value === undefined || parseZone(value)) return [];
  const message = `must be an IANA time zone such as "Europe/Berlin", "UTC" or an offset such as "+02:00", got ${JSON.stringify(value)}`;
  return [{ field: 'sla.timezone', message }];
}
