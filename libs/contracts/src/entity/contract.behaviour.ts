import {
  type EntityBehaviour,
  type EntityDocument,
  type EntityDraft,
  type GatedChange,
  type GatedRemoval,
  EntityReader,
  entityTypes,
  inTransaction,
  Visibility,
} from '@app/catalog';
import { type Actor, conflict, invalidFields } from '@app/common';
import { type Transaction, violatedIndex } from '@app/database';
import { Injectable } from '@nestjs/common';
import { comparedAsset, type ComparedAsset } from '../promises/column-names';
import { raisesMajor } from '../registry/contract-diff';
import type { ContractColumn, ContractDocument } from '../document/contract-document';
import { parseInstant } from '../document/effective-faults';
import { normalizeContract } from '../promises/normalize';
import { checkAgainstAsset } from '../document/schema-against-asset';
import { withoutStaleDisplays } from '../document/stale-displays';
import { type ContractStatus, DEFAULT_STATUS, transition } from '../document/contract-status';
import { type WrittenDocument, WrittenDocuments } from '../documents/written-documents';
import { ContractGates, PROPOSED } from './contract-gates';
import { ContractObservers } from '../document/contract-observers';
import { OVER_HIDDEN } from './contract-trial';
import { ContractRepository, type WrittenContract } from './contract.repository';
import { OwnSqlRights } from './own-sql-rights';
import { RuleSyntax } from './rule-syntax';
import { successorFaults } from './successor-faults';

/** The findings of `prepare`. */
interface PreparedContract extends WrittenContract {
  readonly asset: ComparedAsset;
  /** Absent where the contract was not imported, and where nothing asks for it. */
  readonly document?: WrittenDocument | undefined;
}

/** Contract-specific logic: validation against the asset, one contract per asset, and the contract's own row. */
@Injectable()
export class ContractBehaviour implements EntityBehaviour {
  constructor(
    private readonly contracts: ContractRepository,
    private readonly observers: ContractObservers,
    private readonly reader: EntityReader,
    private readonly rules: RuleSyntax,
    private readonly visibility: Visibility,
    private readonly gates: ContractGates,
    private readonly ownSql: OwnSqlRights,
    private readonly documents: WrittenDocuments,
  ) {}

  taken(draft: EntityDraft, byLive: boolean): Error | undefined {
    return byLive ? secondContract(draft) : undefined;
  }

  async prepare(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    const { body, errors } = normalizeContract(withExpectations(draft), this.rules.check, previous as ContractDocument);
    const { qualityExpectations: _references, ...attributes } = body;
    for (const name of Object.keys(draft.attributes)) delete draft.attributes[name];
    Object.assign(draft.attributes, attributes);
    // A body without a status leaves it unchanged.
    draft.attributes.entityStatus ??= previous?.entityStatus ?? DEFAULT_STATUS;
    if (!errors.length) await this.ownSql.require(tx, actor, draft, previous);
    const faults = [
      ...errors,
      ...statusFaults(draft, previous),
      ...(await this.assetFaults(tx, draft, body, previous)),
      ...(await successorFaults(this.contracts, tx, draft, previous)),
    ];
    if (faults.length) throw invalidFields(faults);
    dropStaleDisplays(draft, previous);
    await this.requireOnlyContract(tx, actor, draft);
    if (previous) await this.prepareDocument(tx, draft, previous);
    // For a write without changes no later hook is called.
    if (previous) await this.observers.contractWritten(tx, actor, draft, false);
  }

  /** A contract that no policy governs costs no statement here. */
  async gate(tx: Transaction, actor: Actor, draft: EntityDraft, change?: GatedChange): Promise<void> {
    const { isDue, asset, document } = draft.prepared as PreparedContract;
    if (isDue && change) throw this.gates.delay(change);
    const terms = { ...asset, ...(document && { documents: document.documents }) };
    if (isGated(draft)) await this.gates.judge(tx, actor, draft, terms, change);
  }

  async gateRemoval(tx: Transaction, actor: Actor, removal: GatedRemoval): Promise<void> {
    const { isGoverned, isDue } = await this.contracts.governance(tx, removal.locked.node);
    if (isDue) throw this.gates.delay(removal);
    if (isGoverned || removal.options[PROPOSED] !== undefined) await this.gates.judgeRemoval(tx, actor, removal);
  }

  /** An import that changes nothing but what its document alone promises is a change too. */
  unshown({ prepared }: EntityDraft): readonly string[] {
    return (prepared as PreparedContract).document?.isOther === true ? ['odcs'] : [];
  }

  isBreaking(previous: EntityDocument, next: EntityDocument, { prepared }: EntityDraft): boolean {
    const { asset } = prepared as PreparedContract;
    return raisesMajor(previous as ContractDocument, next as ContractDocument, asset);
  }

  async written(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    const { extension, entityStatus, effectiveFrom, effectiveUntil } = draft.attributes as {
      extension?: { resultRetention?: unknown };
      entityStatus: string;
      effectiveFrom?: string;
      effectiveUntil?: string;
    };
    const retention = extension?.resultRetention === undefined ? null : String(extension.resultRetention);
    try {
      await this.contracts.write(tx, {
        node: draft.node,
        asset: draft.parent?.node ?? '',
        status: entityStatus,
        retention,
        from: instantOf(effectiveFrom),
        until: instantOf(effectiveUntil),
      });
    } catch (error) {
      throw violatedIndex(error) === 'contract_live_asset' ? secondContract(draft) : error;
    }
    if (previous) return;
    await this.observers.contractWritten(tx, actor, draft, true);
    if ((draft.prepared as PreparedContract).isGoverned) await this.gates.made(tx, actor, draft);
  }

  async hidden(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void> {
    await this.observers.contractsDeleted(tx, actor, nodes);
    await this.contracts.setLive(tx, nodes, false);
  }

  async restored(tx: Transaction, _actor: Actor, nodes: readonly string[]): Promise<void> {
    try {
      await this.contracts.setLive(tx, nodes, true);
    } catch (error) {
      if (violatedIndex(error) !== 'contract_live_asset') throw error;
      throw conflict(
        'The contract cannot be restored: its asset has got another data contract meanwhile; delete that first',
      );
    }
  }

  async removing(tx: Transaction, actor: Actor, nodes: readonly string[], top: string): Promise<void> {
    await this.observers.contractsDeleted(tx, actor, nodes);
    await this.observers.contractsRemoved(tx, actor, nodes, top);
  }

  private async assetFaults(
    tx: Transaction,
    draft: EntityDraft,
    body: ContractDocument,
    previous?: EntityDocument,
  ): Promise<{ field: string; message: string }[]> {
    const { id, type } = draft.parent ?? { id: '', type: '' };
    const assetType = entityTypes.get(type);
    const asset = await this.reader.whole({ tx, entityType: assetType }, id);
    const document = JSON.parse(asset.json) as Record<string, unknown>;
    draft.prepared = {
      ...{ asset: comparedAsset(type, document), isGoverned: false, isDue: false, isImported: false },
    } satisfies PreparedContract;
    return checkAgainstAsset(body, type, document, {
      allowDrift: draft.options.allowDrift === true,
      previous: previous as ContractDocument | undefined,
    });
  }

  private async prepareDocument(tx: Transaction, draft: EntityDraft, previous: EntityDocument): Promise<void> {
    const prepared = draft.prepared as PreparedContract;
    if (!prepared.isImported || (!isGated(draft) && draft.options.odcs === undefined)) return;
    const document = await this.documents.of(tx, draft, previous, prepared.asset);
    draft.prepared = { ...prepared, document } satisfies PreparedContract;
  }

  private async requireOnlyContract(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<void> {
    const { other, ...governance } = await this.contracts.liveContractOf(tx, draft.parent?.node ?? '', draft.node);
    draft.prepared = { ...(draft.prepared as PreparedContract), ...governance };
    const isOver = other && draft.options[OVER_HIDDEN] === true;
    if (isOver && (await this.visibility.hides(inTransaction(tx), actor, draft.entityType.type, other)))
      return this.contracts.setLive(tx, [other.node], false);
    // The same FQN is not a second contract: it was created since the look-up, and the insert will detect it.
    if (other && other.fqn !== draft.fqn) throw secondContract(draft);
  }
}

/** Whether the gate is asked for a write. */
function isGated({ prepared, options }: EntityDraft): boolean {
  return (prepared as PreparedContract).isGoverned || options[PROPOSED] !== undefined;
}

function dropStaleDisplays({ attributes, prepared }: EntityDraft, previous?: EntityDocument): void {
  const [columns, before] = [attributes, previous].map((of) => of?.schema as ContractColumn[] | undefined);
  if (columns && before)
    attributes.schema = withoutStaleDisplays(columns, before, (prepared as PreparedContract).asset.platform);
}

/** Test cases are stored as relations, but validated as part of the document. */
function withExpectations({ attributes, relations }: EntityDraft): Record<string, unknown> {
  const references = relations
    .get('qualityExpectations')
    ?.map(({ id, type, name, fullyQualifiedName }) => ({ id, type, name, fullyQualifiedName }));
  return references?.length ? { ...attributes, qualityExpectations: references } : { ...attributes };
}

function statusFaults(draft: EntityDraft, previous?: EntityDocument): { field: string; message: string }[] {
  // An import may set any status.
  if (!previous || draft.options.odcs !== undefined) return [];
  const change = transition(previous.entityStatus as ContractStatus, draft.attributes.entityStatus as ContractStatus);
  return change.allowed ? [] : [{ field: 'entityStatus', message: change.message }];
}

/** Faults of a document have been refused before. */
function instantOf(text: string | undefined): number | null {
  return text === undefined ? null : (parseInstant(text) ?? null);
}

/** In the words that clients know; the id is that of the asset. */
function secondContract({ parent }: EntityDraft): Error {
  return conflict(`A data contract already exists for entity '${parent?.type}' with ID ${parent?.id}`);
}
