import { entityTypes } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { ChoiceProperty, TextProperty } from '../../http/input';
import { named, type Json } from '../catalog-calls';
import { fittingLists, MOST_ITEMS, present, shortened } from '../bounded';
import type { Links } from '../links';
import { defineTool } from '../tool';
import { LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import { isoTime, namesOf, objects, shownColumn } from './shown';

class AssetInput {
  @TextProperty({ required: true, description: 'Fully qualified name (as search answers it) or id' })
  asset!: string;

  @ChoiceProperty({ of: entityTypes.all().map(({ type }) => type), description: 'Its type' })
  type = 'table';
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
      contract: object({ fullyQualifiedName: text, links: LINKS }, { entityStatus: text, latestStatus: text }),
    },
  ),
  readsOnly: true,
  run: async ({ asset, type }, catalog) => {
    const { collection, attributes } = entityTypes.get(type);
    const fields = [...FIELDS, ...('columns' in attributes ? ['columns'] : [])].join(',');
    const found = await catalog.get(`/${collection}/${named(asset)}`, { fields });
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
      ...(contract && { contract: shownContract(contract, catalog.links) }),
      links: catalog.links.entity(type, String(id), String(fullyQualifiedName)),
    };
  },
});

function shownContract({ id, fullyQualifiedName, entityStatus, latestResult }: Json, links: Links): object {
  const { status } = (latestResult ?? {}) as { status?: string };
  const fqn = String(fullyQualifiedName);
  return {
    fullyQualifiedName: fqn,
    ...present({ entityStatus, latestStatus: status }),
    links: links.contract(String(id), fqn),
  };
}
