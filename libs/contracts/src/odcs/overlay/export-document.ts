import { atOnce, inTurns, type Steps } from '@app/common';
import { type ExportVersion, schemaOf } from '../document/api-version';
import { type Json, objectsOf } from '../../document/json';
import { enumsAsRules } from '../mapping/enum-rule';
import { boundsAsFlags } from '../mapping/exclusive-bounds';
import { validSteps } from '../strict/conform';
import { fillMetrics } from '../strict/fill';
import { type ContractState, type StoredDocument, overlaySteps } from './overlay-document';

/** A contract as it is now, with what an export says of it beside its state. */
export interface ExportedContract extends ContractState {
  readonly id: string;
  readonly version: number | string;
}

/**
 * The contract as a document of the standard, valid against the official schema of its apiVersion: what came in with our changes
 * laid over it, or a new one. `version` asks for another apiVersion than that of the document that came in (v3.1.0 for a new one).
 */
export function exportDocument(...parts: Parameters<typeof exportSteps>): Json {
  return atOnce(exportSteps(...parts));
}

function* exportSteps(
  contract: ExportedContract,
  assetName: string,
  stored: StoredDocument | undefined,
  version: ExportVersion | undefined,
): Steps<Json> {
  const base = stored ?? blank(contract);
  const meant = version === undefined ? base : { ...base, document: { ...base.document, apiVersion: version } };
  const document = yield* overlaySteps(meant, contract, assetName);
  yield;
  const written = schemaOf(document.apiVersion);
  if (written !== '3.0.2') fillMetrics(document);
  if (written !== '3.2.0') {
    document.status ??= 'draft';
    for (const object of objectsOf(document.schema)) {
      enumsAsRules(object, written === '3.0.2' ? 'rule' : 'metric');
      if (written === '3.0.2') boundsAsFlags(object);
    }
  }
  yield;
  yield* validSteps(document, []);
  return document;
}

/**
 * `exportDocument` of a contract as it is answered: owners that come from above are none of its own. One of thousands of columns and rules
 * takes some 200 ms, during which it yields to other work.
 */
export function documentOf(
  contract: Json,
  stored: StoredDocument | undefined,
  version: ExportVersion | undefined,
): Promise<Json> {
  // The asset's name is omitted if it is hidden from the caller.
  const { name = contract.name } = (contract.entity ?? {}) as { name?: unknown };
  const owners = ((contract.owners ?? []) as Json[]).filter(({ inherited }) => inherited !== true);
  return inTurns(exportSteps({ ...contract, owners } as unknown as ExportedContract, String(name), stored, version));
}

/** A contract that was never a document: everything that it says is laid over next to nothing. */
function blank({ id, version, name, entityStatus }: ExportedContract): StoredDocument {
  const document = {
    ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id, name, version: String(version) },
    ...{ status: 'draft', schema: [] },
  };
  return { document, object: null, baseline: { name, entityStatus: entityStatus === 'Draft' ? 'Draft' : undefined } };
}
