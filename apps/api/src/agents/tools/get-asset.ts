import { entityTypes } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { ChoiceProperty, TextProperty } from '../../http/input';
import type { Json } from '../catalog-calls';
import { ASSET_NAME, ASSET_TYPE, entityNamed } from '../named-entity';
import { fittingLists, MOST_ITEMS, present, shortened } from '../bounded';
import { defineTool } from '../tool';
import { LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import { isoTime, namesOf, objects, shownColumn } from './shown';

/** Tables first: they are what most names mean. */
const TYPES = [...new Set(['table', ...entityTypes.all().map(({ type }) => type)])];

class AssetInput {
  @TextProperty({ required: true, description: ASSET_NAME })
  asset!: string;

  @ChoiceProperty({ of: TYPES, description: ASSET_TYPE })
  type?: string;
}

const COLUMN = object({ name: text }, { dataType: text, constraint: text, description: text, tags: list(text) });
/** The fields that every type has, or takes without answering them. */
const FIELDS = ['owners', 'domains', 'tags'];

export const getAsset = defineTool<AssetInput>({
  name: 'get_asset',
  title: 'Read an asset',
  description:
    'Reads one entity of the catalog: description, owners, domains, tags, columns, and its effective contract with its ' +
    'newest status. For lineage take get_lineage, for all that the contract promises get_contract.',
  input: AssetInput,
  output: object(
    { id: text, type: text, name: text, fullyQualifiedName: text, links: LINKS },
    {
      ...{ displayName: text, description: text, updatedAt: time, updatedBy: text, omitted: OMITTED },
      ...{ owners: list(text), domains: list(text), tags: list(text), columns: list(COLUMN) },
      contract: object({ fullyQualifiedName: text }, { entityStatus: text, latestStatus: text }),
    },
  ),
  readsOnly: true,
  run: async ({ asset, type: given }, catalog) => {
    const { type, entity: found } = await entityNamed(catalog, {
      asked: asset,
      type: given,
      types: TYPES,
      fields: fieldsOf,
    });
    const columns = objects(found.columns);
    const { id, name, fullyQualifiedName, displayName, description, updatedAt, updatedBy } = found;
    const contract = CONTRACT_SUBJECTS.includes(type)
      ? await catalog.find('/dataContracts/entity', { entityId: String(id), entityType: type })
      : undefined;
    return {
      ...{ id, type, name, fullyQualifiedName },
      ...present({
        displayName: shortened(displayName),
        description: shortened(description, 1_000),
        updatedAt: isoTime(updatedAt),
        updatedBy,
      }),
      ...fittingLists(
        {
          owners: namesOf(found.owners),
          domains: namesOf(found.domains),
          tags: namesOf(found.tags),
          columns: columns
            .slice(0, MOST_ITEMS)
            .map((column) => present({ ...shownColumn(column), tags: namesOf(column.tags) })),
        },
        { columns: Math.max(0, columns.length - MOST_ITEMS) },
      ),
      ...(contract && { contract: shownContract(contract) }),
      links: catalog.links.entity(type, String(id), String(fullyQualifiedName)),
    };
  },
});

const fieldsOf = (type: string): string =>
  [...FIELDS, ...('columns' in entityTypes.get(type).attributes ? ['columns'] : [])].join(',');

function shownContract({ fullyQualifiedName, entityStatus, latestResult }: Json): object {
  const { status } = (latestResult ?? {}) as { status?: string };
  return { fullyQualifiedName: String(fullyQualifiedName), ...present({ entityStatus, latestStatus: status }) };
}
