import { isObject } from '@app/common';
import { diffSla } from '../../change/sections/diff-sla';
import { noCheck } from '../../promises/column-promises';
import type { StatedPromise } from '../../promises/promise';
import type { PromiseKind } from '../../promises/promise-kind';

const TARGETS = ['refreshFrequency', 'maxLatency', 'availability', 'availabilityTime'] as const;

/** Targets of the SLA, in the order of the schema of contracts, and each measure that is learned. */
export const SLA: PromiseKind<'sla'> = {
  kind: 'sla',
  members: [...TARGETS, 'latency', 'retention', 'columnName', 'timezone', 'learned'].map((member) => `sla.${member}`),
  ofContract: ({ contract: { sla } }) => {
    if (!isObject(sla)) return [];
    const of = (member: string): StatedPromise => ({ kind: 'sla', path: `sla.${member}`, member });
    const isSaid = (member: string): boolean => sla[member] !== undefined && sla[member] !== null;
    const learned = Array.isArray(sla.learned) ? (sla.learned as unknown[]) : [];
    return [
      ...TARGETS.filter(isSaid).map(of),
      ...(isSaid('retention') ? [{ ...of('retention'), ...noCheck('No check exists for retention') }] : []),
      ...learned.map((word) => of(`learned.${String(word)}`)),
    ];
  },
  compare: ({ before, after, names }) => diffSla(before.sla ?? {}, after.sla ?? {}, names),
  documentPath: ({ member }, paths) => paths.of(`sla.${member}`),
};
