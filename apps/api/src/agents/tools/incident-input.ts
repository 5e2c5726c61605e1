import { AppError } from '@app/common';
import { TextProperty, UuidProperty } from '../../http/input';
import type { CatalogCalls, Json } from '../catalog-calls';
import { object, text, time } from '../tool-schema';
import { contractOf } from './contract-input';
import { isoTime, objects } from './shown';

/** Names an incident of a contract, by itself or by the contract whose open one is meant. */
export class IncidentInput {
  @UuidProperty<IncidentInput>({
    description: 'Id of the incident; or give contract',
    further: (incident, { contract }) =>
      (incident === undefined) === (contract === undefined) ? 'send exactly one of incident and contract' : undefined,
  })
  incident?: string;

  @TextProperty({ description: 'Name or id of the contract whose open incident is meant' })
  contract?: string;
}

/** @throws {AppError} NOT_FOUND where there is none */
export async function incidentOf(catalog: CatalogCalls, { incident, contract }: IncidentInput): Promise<Json> {
  if (incident !== undefined) return catalog.get(`/dataContracts/incidents/${incident}`);
  const { id, fullyQualifiedName } = await contractOf(catalog, { contract });
  const open = await openIncidentOf(catalog, String(id));
  if (!open) throw new AppError('NOT_FOUND', `The contract ${String(fullyQualifiedName)} has no open incident`);
  return open;
}

export async function openIncidentOf(catalog: CatalogCalls, contract: string): Promise<Json | undefined> {
  return objects((await catalog.get('/dataContracts/incidents', { contract })).data)[0];
}

export const INCIDENT = object({ incident: text, contract: text, status: text, openedAt: time }, { assignee: text });

/** Shows an incident by its id, its contract and its state. */
export function shownIncident({ id, contract, status, openedAt, assignee }: Json): Record<string, unknown> {
  const name = (reference: unknown): string | undefined => {
    const [found] = objects([reference]);
    return found && String(found.fullyQualifiedName);
  };
  return {
    ...{ incident: String(id), contract: name(contract) ?? '', status: String(status), openedAt: isoTime(openedAt) },
    ...(assignee !== undefined && { assignee: name(assignee) }),
  };
}
