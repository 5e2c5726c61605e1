import {
  type EntityAnswer,
  type EntityKey,
  type Include,
  entityTypes,
  EntityReader,
  READS_TOGETHER,
  Visibility,
} from '@app/catalog';
import { type Actor, AppError, Batcher, notFound } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DocumentReference } from '../document/contract-document';
import { dataContractType } from '../entity/data-contract.type';
import { type AnsweredContract, effectiveContract, inheritedContract } from './effective-contract';
import { type AssetKey, type AssetRow, type ContractsOfAsset, EffectiveRepository } from './effective.repository';

/** Requests of one caller in the same turn of the event loop share their statements. */
interface Asking {
  readonly actor: Actor;
  readonly rights: string;
  readonly asset: AssetKey;
}

/** The result for one of several assets: an error affects only that asset. */
type Said = { readonly answer: EntityAnswer } | { readonly refusal: unknown };

/**
 * Reads contracts with inherited parts. Nothing is cached: a change of the product's contract, or of the
 * asset's products, takes effect on the next read. Two statements, and one more if `fields` requests references.
 */
@Injectable()
export class EffectiveContracts {
  private readonly batches = new Batcher((asked: readonly Asking[]) => this.sayAll(asked), {
    ...READS_TOGETHER,
    kindOf: ({ rights }) => rights,
    keyOf: ({ asset }) => keyOf(asset),
  });

  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly database: Database,
  ) {}

  /**
   * @throws {AppError} FORBIDDEN for a type that the caller may not view; NOT_FOUND if the asset does not exist, or neither it nor its
   * product has a contract
   */
  async ofAsset(actor: Actor, asset: AssetKey, fields: string | undefined): Promise<EntityAnswer> {
    if (fields !== undefined) {
      const [found] = await this.contracts.ofAssets([asset]);
      return this.answer(actor, asset, found, fields);
    }
    const said = await this.batches.ask({ actor, rights: rightsOf(actor), asset });
    if ('refusal' in said) throw said.refusal;
    return said.answer;
  }

  /** A contract by its id or FQN, with what it inherits. @throws {AppError} NOT_FOUND */
  async of(actor: Actor, key: EntityKey, fields: string | undefined, include: Include): Promise<EntityAnswer> {
    return this.merged(actor, key, fields, include, await this.contracts.inheritedBy(key));
  }

  /** All by one caller. */
  private async sayAll(asked: readonly Asking[]): Promise<Said[]> {
    const rows = await this.contracts.ofAssets(asked.map(({ asset }) => asset));
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const say = ({ actor, asset }: Asking): Promise<Said> =>
      this.answer(actor, asset, byKey.get(keyOf(asset)), undefined).then(toAnswer, toRefusal);
    return Promise.all(asked.map(say));
  }

  private async answer(
    actor: Actor,
    { type, id }: AssetKey,
    found: ContractsOfAsset | undefined,
    fields: string | undefined,
  ): Promise<EntityAnswer> {
    this.visibility.requireType(actor, type);
    if (!found) throw notFound(type, id);
    const { own, inherited } = await this.seen(actor, found);
    if (own !== null) return this.merged(actor, { id: own }, fields, 'non-deleted', inherited);
    if (inherited === null) throw notFound(dataContractType.type, id);
    const ofProduct = await this.reader.get(actor, dataContractType, { id: inherited }, fields, 'non-deleted');
    if (!isOfSomethingSeen(ofProduct)) throw notFound(dataContractType.type, id);
    return { ...ofProduct, json: JSON.stringify(inheritedContract(parsed(ofProduct), referenceTo(found))) };
  }

  /** Hidden contracts and assets are treated as nonexistent. */
  private async seen(actor: Actor, found: ContractsOfAsset): Promise<Pick<ContractsOfAsset, 'own' | 'inherited'>> {
    const { id, type, own, inherited } = found;
    if (!this.visibility.hidesFrom(actor)) return found;
    await this.visibility.requireVisible(this.database, actor, entityTypes.get(type), { id });
    const ids = [own, inherited].filter((one) => one !== null);
    const contracts = ids.map((one) => ({ id: one, type: dataContractType.type }));
    const hidden = await this.visibility.hiddenOf(this.database, actor, contracts);
    const unlessHidden = (one: string | null): string | null => (one !== null && hidden.has(one) ? null : one);
    return { own: unlessHidden(own), inherited: unlessHidden(inherited) };
  }

  /** Both contracts are requested in one turn of the event loop, so that their reads share a statement. */
  private async merged(
    actor: Actor,
    key: EntityKey,
    fields: string | undefined,
    include: Include,
    inherited: string | null | undefined,
  ): Promise<EntityAnswer> {
    const [own, ofProduct] = await Promise.all([
      this.reader.get(actor, dataContractType, key, fields, include),
      inherited
        ? this.reader.get(actor, dataContractType, { id: inherited }, undefined, 'non-deleted').catch(gone)
        : undefined,
    ]);
    if (!ofProduct || !isOfSomethingSeen(ofProduct)) return own;
    return { ...own, json: JSON.stringify(effectiveContract(parsed(own), parsed(ofProduct))) };
  }
}

/** If the product's contract is deleted between the two statements, nothing is inherited. */
function gone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}

/** Two tokens of one user may have different permissions: an issuer adds roles, or may not assert administrators. */
function rightsOf({ id, isAdmin, rules }: Actor): string {
  return JSON.stringify([id, isAdmin, rules]);
}

/** A hidden product was removed from its contract: nothing is inherited from it. */
function isOfSomethingSeen(ofProduct: EntityAnswer): boolean {
  return (parsed(ofProduct) as { entity?: unknown }).entity !== undefined;
}

const toAnswer = (answer: EntityAnswer): Said => ({ answer });
const toRefusal = (refusal: Error): Said => ({ refusal });

function keyOf({ type, id }: AssetKey): string {
  return `${type} ${id}`;
}

function parsed({ json }: EntityAnswer): AnsweredContract {
  return JSON.parse(json) as AnsweredContract;
}

function referenceTo({ id, type, name, fqn, displayName }: AssetRow): DocumentReference {
  const reference = { id, type, name, fullyQualifiedName: fqn, deleted: false };
  return displayName === null ? reference : ({ ...reference, displayName } as DocumentReference);
}
