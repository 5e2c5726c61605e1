import type { ContractResult } from '../../api/contracts';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { PanelTable } from './panel-table';
import { dimensionsOf } from './verdict-data';

type Part = NonNullable<NonNullable<ContractResult['details']>['parts']>[number];

/** Producers whose names are words of the service. */
const RESERVED: Readonly<Record<string, string>> = { service: 'This service', whole: 'The whole contract' };

/** Findings of each producer of a result that adds up several. */
export function Parts({ result: { details } }: { readonly result: ContractResult }) {
  const rows = (details?.parts ?? []).map((part) => [
    <strong>{RESERVED[part.producer] ?? part.producer}</strong>,
    <Time of={part.timestamp} />,
    <Status of={part.contractExecutionStatus} />,
    checksOf(part),
    part.result ?? '',
  ]);
  return <PanelTable title="By producer" head={['Producer', 'Pushed', 'Outcome', 'Checks', 'Result']} rows={rows} />;
}

const checksOf = (part: Part): string =>
  dimensionsOf(part)
    .map(({ label, passed, total }) => `${label} ${passed} of ${total}`)
    .join(', ');
