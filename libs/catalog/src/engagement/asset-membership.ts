import { AppError, attemptAsync, invalidFields, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entityTypes } from '../types/entity-types';
import { EntityFinder, referenceKey, type FoundEntity } from '../read/entity-finder';
import { EntityReader } from '../read/entity-reader';
import type { EntityKey } from '../read/entity.repository';
import { referenceFault } from '../schema/check/reference-fault';
import type { BulkOutcome } from '../write/bulk/bulk-outcome';
import { EntityWriter } from '../write/entity-writer';

/** Each asset is a write of its own. */
export const MOST_LABELLED_ASSETS = 100;

type Entry = Readonly<Record<string, unknown>>;

/** Where an asset names what it is assigned to, and how. */
interface Place {
  readonly property: string;
  /** The member that identifies an entry of the property. */
  readonly key: string;
  readonly entry: (entity: FoundEntity) => Entry;
}

const label =
  (source: string) =>
  ({ fqn }: FoundEntity): Entry => ({ tagFQN: fqn, source, labelType: 'Manual', state: 'Confirmed' });
const reference = ({ id, type }: FoundEntity): Entry => ({ id, type });

const PLACES: Readonly<Record<string, Place>> = {
  tag: { property: 'tags', key: 'tagFQN', entry: label('Classification') },
  glossaryTerm: { property: 'tags', key: 'tagFQN', entry: label('Glossary') },
  domain: { property: 'domains', key: 'id', entry: reference },
  team: { property: 'owners', key: 'id', entry: reference },
};

/** The types that assets can be assigned to one by one. */
export const TYPES_OF_MEMBERSHIP: readonly string[] = Object.keys(PLACES);

/** Puts many assets under one tag, glossary term, domain or team, or takes them out: each by a change of the asset itself. */
@Injectable()
export class AssetMembership {
  constructor(
    private readonly entities: EntityFinder,
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
  ) {}

  /**
   * An outcome for each asset, in the order sent; one that is assigned already, or is not, stays as it is.
   * @throws {AppError} NOT_FOUND for the tag, term, domain or team; FORBIDDEN; BAD_REQUEST listing every malformed reference
   */
  async change(
    actor: Actor,
    type: string,
    key: EntityKey,
    assets: readonly unknown[],
    way: 'add' | 'remove',
  ): Promise<BulkOutcome[]> {
    const place = PLACES[type] as Place;
    const requested = assetsIn(assets, place);
    const entity = await this.entities.findFor(actor, 'ViewBasic', type, key);
    const outcomes: BulkOutcome[] = [];
    for (const asset of requested) {
      const outcome = await attemptAsync(() => this.changeOne(actor, asset, place, entity, way));
      outcomes.push(outcome instanceof AppError ? { error: outcome } : outcome);
    }
    return outcomes;
  }

  private async changeOne(
    actor: Actor,
    { entityType, key }: Asset,
    { property, key: member, entry }: Place,
    entity: FoundEntity,
    way: 'add' | 'remove',
  ): Promise<BulkOutcome> {
    const { id, json } = await this.reader.get(actor, entityType, key, property, 'non-deleted');
    const document = JSON.parse(json) as { readonly fullyQualifiedName: string } & Readonly<Record<string, unknown>>;
    const value = entry(entity);
    const entries = (document[property] ?? []) as readonly Entry[];
    const at = entries.findIndex(
      (one) => one[member] === value[member] && one.source === value.source && one.inherited !== true,
    );
    const changed = at < 0 === (way === 'add');
    // The test operation fails if the list has changed since it was read.
    const patch =
      way === 'add'
        ? [{ op: 'add', path: `/${property}/-`, value }]
        : [
            { op: 'test', path: `/${property}/${at}/${member}`, value: value[member] },
            { op: 'remove', path: `/${property}/${at}` },
          ];
    // No change needs a right to edit as well.
    await this.writer.patch(actor, entityType, { id }, changed ? patch : []);
    return { created: false, changed, id, fqn: document.fullyQualifiedName };
  }
}

interface Asset {
  readonly entityType: EntityType;
  readonly key: EntityKey;
}

/** @throws {AppError} BAD_REQUEST listing every malformed reference */
function assetsIn(assets: readonly unknown[], { property }: Place): Asset[] {
  const types = entityTypes
    .all()
    .filter(({ attributes, relations }) => attributes[property] ?? relations[property])
    .map(({ type }) => type);
  const faults = assets.flatMap((asset, i) => {
    const message = referenceFault(asset, types) ?? typeFault(asset, types);
    return message === undefined ? [] : [{ field: `assets[${i}]`, message }];
  });
  if (faults.length) throw invalidFields(faults);
  return (assets as { id?: string; fullyQualifiedName?: string; type: string }[]).map((asset) => ({
    entityType: entityTypes.get(asset.type),
    key: referenceKey(asset),
  }));
}

/** Any type of asset will do, so that it must be said which. */
function typeFault(asset: unknown, types: readonly string[]): string | undefined {
  const named = typeof asset === 'object' && (asset as { type?: unknown } | null)?.type !== undefined;
  return named ? undefined : `must be a reference with its type: {"id", "type"}; types are ${types.join(', ')}`;
}
