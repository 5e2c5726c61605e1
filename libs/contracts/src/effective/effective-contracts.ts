import { entityTypes, EntityReader, HotReadBatches, Visibility } from '@app/catalog';
import type { BatchKind, EntityAnswer, EntityKey, Include } from '@app/catalog';
import { AppError, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DocumentReference } from '../document/contract-document';
import { dataContractType } from '../entity/data-contract.type';
import { effectiveContract, inheritedContract } from './effective-contract';
import type { AnsweredContract } from './effective-contract';
import { EffectiveRepository } from './effective.repository';
import type { AssetKey, AssetRow, ContractsOfAsset } from './effective.repository';

/** Who asks; the questions of one caller that come in one turn of the event loop share their statements. */
interface Asking extends BatchKind {
  readonly actor: Actor;
}

/** What is said of one asset among many: a refusal is the answer of that asset alone. */
type Said = { readonly answer: EntityAnswer } | { readonly refusal: unknown };

/**
 * Reads contracts with what they inherit (decisions, section 5). Nothing of it is kept: a change of the product's contract, or of
 * the asset's products, is seen by the next read. Two statements, and one more where `fields` asks for references.
 */
@Injectable()
export class EffectiveContracts {
  private readonly batches = new HotReadBatches<Asking, Said>(({ actor }, keys) => this.sayAll(actor, keys));

  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly database: Database,
  ) {}

  /** @throws {AppError} NOT_FOUND where there is no asset of that type and id, or neither it nor its product has a contract */
  async ofAsset(actor: Actor, asset: AssetKey, fields: string | undefined): Promise<EntityAnswer> {
    if (fields !== undefined) {
      const [found] = await this.contracts.ofAssets([asset]);
      return this.answer(actor, asset, found, fields);
    }
    const said = await this.batches.ask({ name: rightsOf(actor), actor }, keyOf(asset));
    if (!said) throw notFound(asset.type, asset.id);
    if ('refusal' in said) throw said.refusal;
    return said.answer;
  }

  /** A contract by its id or FQN, with what it inherits. @throws {AppError} NOT_FOUND */
  async of(actor: Actor, key: EntityKey, fields: string | undefined, include: Include): Promise<EntityAnswer> {
    return this.merged(actor, key, fields, include, await this.contracts.inheritedBy(key));
  }

  private async sayAll(actor: Actor, keys: readonly string[]): Promise<Map<string, Said>> {
    const assets = keys.map(assetOf);
    const rows = new Map((await this.contracts.ofAssets(assets)).map((row) => [keyOf(row), row]));
    const say = async (asset: AssetKey, key: string): Promise<[string, Said]> => {
      const answered = this.answer(actor, asset, rows.get(key), undefined);
      return [key, await answered.then(toAnswer, toRefusal)];
    };
    return new Map(await Promise.all(assets.map((asset, at) => say(asset, keys[at] as string))));
  }

  private async answer(
    actor: Actor,
    { type, id }: AssetKey,
    found: ContractsOfAsset | undefined,
    fields: string | undefined,
  ): Promise<EntityAnswer> {
    if (!found) throw notFound(type, id);
    const { own, inherited } = await this.seen(actor, found);
    if (own !== null) return this.merged(actor, { id: own }, fields, 'non-deleted', inherited);
    if (inherited === null) throw notFound(dataContractType.type, id);
    const ofProduct = await this.reader.get(actor, dataContractType, { id: inherited }, fields, 'non-deleted');
    if (!isOfSomethingSeen(ofProduct)) throw notFound(dataContractType.type, id);
    return { ...ofProduct, json: JSON.stringify(inheritedContract(parsed(ofProduct), referenceTo(found))) };
  }

  /** A hidden contract is none, and a hidden asset is not there. */
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

  /** Both contracts are asked for in one turn of the event loop, so that their reads share a statement. */
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

/** The product's contract can be deleted between the two statements: then there is nothing to inherit any more. */
function gone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}

/** Two tokens of one user may give different rights: an issuer adds roles, or may not speak for administrators. */
function rightsOf({ id, isAdmin, rules }: Actor): string {
  return JSON.stringify([id, isAdmin, rules]);
}

/** A product that is hidden was left out of its contract: nothing is inherited from it. */
function isOfSomethingSeen(ofProduct: EntityAnswer): boolean {
  return (parsed(ofProduct) as { entity?: unknown }).entity !== undefined;
}

const toAnswer = (answer: EntityAnswer): Said => ({ answer });
const toRefusal = (refusal: Error): Said => ({ refusal });

function keyOf({ type, id }: AssetKey): string {
  return `${type} ${id}`;
}

function assetOf(key: string): AssetKey {
  const [type = '', id = ''] = key.split(' ');
  return { type, id };
}

function parsed({ json }: EntityAnswer): AnsweredContract {
  return JSON.parse(json) as AnsweredContract;
}

function referenceTo({ id, type, name, fqn, displayName }: AssetRow): DocumentReference {
  const reference = { id, type, name, fullyQualifiedName: fqn, deleted: false };
  return displayName === null ? reference : ({ ...reference, displayName } as DocumentReference);
}
