import {
  type EntityAnswer,
  type EntityKey,
  type Include,
  entityTypes,
  EntityReader,
  READS_TOGETHER,
  Visibility,
} from '@app/catalog';
import { type Actor, Batcher, notFound, unlessRefused } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DocumentReference } from '../document/contract-document';
import { dataContractType } from '../entity/data-contract.type';
import { type AnsweredContract, effectiveContract, inheritedContract, type InheritedTerms } from './effective-contract';
import { MissingContract } from './missing-contract';
import { type AssetKey, type AssetRow, type ContractsOfAsset, EffectiveRepository } from './effective.repository';

/** The parts of an effective contract that are shown, and their form. */
export interface EffectiveView {
  /** References and more beside the base members. */
  readonly fields?: string;
  readonly terms: InheritedTerms;
}

/** Requests of one caller in the same iteration of the event loop share their statements. */
interface Asking {
  readonly actor: Actor;
  /** Two tokens of one user may have different permissions: an issuer adds roles, or may not assert administrators. */
  readonly rights: Actor;
  readonly asset: AssetKey;
}

/**
 * Reads contracts with inherited parts. A change of the product's contract, or of the asset's products, takes effect on the next
 * read: which contracts are effective is asked each time, with the stamps of both, and what was made of two texts serves as long as these
 * are the same. One statement where both texts are cached (ADR 156), two where they are not, and one more if `fields` requests references.
 */
@Injectable()
export class EffectiveContracts {
  private readonly batches = new Batcher((asked: readonly Asking[]) => this.sayAll(asked), {
    ...READS_TOGETHER,
    kindOf: ({ rights }) => rights,
    keyOf: ({ asset }) => keyOf(asset),
  });
  /** The last one that was made of a contract's text. */
  // eslint-disable-next-line house/no-learned-ways -- follows from two answers that were both valid within this request
  private readonly made = new WeakMap<EntityAnswer, Made>();

  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly database: Database,
    private readonly missing: MissingContract,
  ) {}

  /**
   * @throws {AppError} FORBIDDEN for a type that the caller may not view; NOT_FOUND if the asset does not exist, or neither it nor its
   * product has a contract
   */
  async ofAsset(actor: Actor, asset: AssetKey, view: EffectiveView): Promise<EntityAnswer> {
    if (view.fields !== undefined || view.terms === 'marked') {
      const [found] = await this.contracts.ofAssets([asset]);
      return this.answer(actor, asset, found, view);
    }
    const said = await this.batches.ask({ actor, rights: actor.shared ?? actor, asset });
    if (said instanceof Error) throw said;
    return said;
  }

  /** A contract by its id or FQN, with what it inherits. @throws {AppError} NOT_FOUND */
  async of(
    actor: Actor,
    key: EntityKey,
    { fields, include, terms }: EffectiveView & { readonly include: Include },
  ): Promise<EntityAnswer> {
    const inherited = await this.contracts.inheritedBy(key);
    const own = this.reader.get(actor, dataContractType, key, fields, include);
    const product = (id: string) => this.reader.get(actor, dataContractType, { id }, undefined, 'non-deleted');
    return this.merged(own, inherited ? product(inherited) : undefined, terms);
  }

  /** All by one caller; an error affects only the asset that it is about. */
  private async sayAll(asked: readonly Asking[]): Promise<(EntityAnswer | Error)[]> {
    const rows = await this.contracts.ofAssets(asked.map(({ asset }) => asset));
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const say = ({ actor, asset }: Asking): Promise<EntityAnswer | Error> =>
      this.answer(actor, asset, byKey.get(keyOf(asset)), { terms: 'text' }).catch((error: Error) => error);
    return Promise.all(asked.map(say));
  }

  private async answer(
    actor: Actor,
    { type, id }: AssetKey,
    found: ContractsOfAsset | undefined,
    { fields, terms }: EffectiveView,
  ): Promise<EntityAnswer> {
    this.visibility.requireType(actor, type);
    if (!found) throw notFound(type, id);
    const { own, inherited } = await this.seen(actor, found);
    const { ownStamp, inheritedStamp } = found;
    if (own !== null) {
      const ofProduct = inherited === null ? undefined : this.read(actor, inherited, inheritedStamp, undefined);
      return this.merged(this.read(actor, own, ownStamp, fields), ofProduct, terms);
    }
    if (inherited === null) throw await this.missing.of(actor, found);
    const ofProduct = await this.read(actor, inherited, inheritedStamp, fields);
    if (!isOfSomethingSeen(ofProduct)) throw notFound(dataContractType.type, id);
    return { ...ofProduct, json: JSON.stringify(inheritedContract(parsed(ofProduct), referenceTo(found), terms)) };
  }

  /** Hidden contracts and assets are treated as nonexistent. */
  private async seen(actor: Actor, found: ContractsOfAsset): Promise<Pick<ContractsOfAsset, 'own' | 'inherited'>> {
    const { id, type, own, inherited } = found;
    if (!this.visibility.isRestricted(actor)) return found;
    await this.visibility.requireVisible(this.database, actor, entityTypes.get(type), { id });
    const ids = [own, inherited].filter((one) => one !== null);
    const contracts = ids.map((one) => ({ id: one, type: dataContractType.type }));
    const hidden = await this.visibility.hiddenOf(this.database, actor, contracts);
    const unlessHidden = (one: string | null): string | null => (one !== null && hidden.has(one) ? null : one);
    return { own: unlessHidden(own), inherited: unlessHidden(inherited) };
  }

  private read(actor: Actor, id: string, stamp: string | null, fields: string | undefined): Promise<EntityAnswer> {
    return fields === undefined
      ? this.reader.getStamped(actor, dataContractType, id, stamp)
      : this.reader.get(actor, dataContractType, { id }, fields, 'non-deleted');
  }

  /** Both contracts are requested in one iteration of the event loop, so that their reads share a statement. */
  private async merged(
    own: Promise<EntityAnswer>,
    ofProduct: Promise<EntityAnswer> | undefined,
    terms: InheritedTerms,
  ): Promise<EntityAnswer> {
    // If the product's contract is deleted between the two statements, nothing is inherited.
    const unlessGone = ofProduct && unlessRefused(['NOT_FOUND'], () => ofProduct);
    const [contract, inherited] = await Promise.all([own, unlessGone]);
    return inherited ? this.madeOf(contract, inherited, terms) : contract;
  }

  /** Cached answers are the same objects as long as their texts are valid. */
  private madeOf(own: EntityAnswer, ofProduct: EntityAnswer, terms: InheritedTerms): EntityAnswer {
    const known = this.made.get(own);
    if (known?.ofProduct === ofProduct && known.terms === terms) return known.answer;
    const answer = isOfSomethingSeen(ofProduct)
      ? { ...own, json: JSON.stringify(effectiveContract(parsed(own), parsed(ofProduct), terms)) }
      : own;
    this.made.set(own, { ofProduct, terms, answer });
    return answer;
  }
}

/** An effective contract, and the text of the product's contract that it was made with. */
interface Made {
  readonly ofProduct: EntityAnswer;
  readonly terms: InheritedTerms;
  readonly answer: EntityAnswer;
}

/** A hidden product was removed from its contract: nothing is inherited from it. */
function isOfSomethingSeen(ofProduct: EntityAnswer): boolean {
  return (parsed(ofProduct) as { entity?: unknown }).entity !== undefined;
}

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
