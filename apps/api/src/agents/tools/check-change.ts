import { COMPATIBILITY_MODES } from '@app/contracts';
import { ChoiceProperty, SchemaProperty } from '../../http/input';
import type { CatalogCalls } from '../catalog-calls';
import { fittingLists, present } from '../bounded';
import { defineTool } from '../tool';
import { count, LINKS, list, object, OMITTED, text } from '../tool-schema';
import { ContractInput, contractOf } from './contract-input';
import { CHANGE, namesOf, objects, reference, shownChange } from './shown';

/** Assets to ask for: more do not fit into an answer. */
const MOST_REACHED = 100;

class ChangeInput extends ContractInput {
  @SchemaProperty({
    schema: { type: 'object' },
    required: true,
    description:
      'The contract as it would be: what get_contract answers, or a document of the Open Data Contract Standard',
  })
  document!: Record<string, unknown>;

  @ChoiceProperty({
    of: COMPATIBILITY_MODES,
    description: 'backward: who relied on the old contract may rely on the new one; forward: the reverse; full: both',
  })
  mode: (typeof COMPATIBILITY_MODES)[number] = 'backward';
}

const REACHED = object(
  { hop: count, type: text, fullyQualifiedName: text, links: LINKS },
  { id: text, contract: text, owners: list(text) },
);

export const checkChange = defineTool<ChangeInput>({
  name: 'check_change',
  title: 'What would this change break?',
  description:
    'Compares a contract with a proposed one and stores nothing: each change, whether it breaks who relies on the contract and why; for ' +
    'breaking changes the assets downstream along lineage, with their contracts and the owners of these.',
  input: ChangeInput,
  output: object(
    { contract: text, compatible: { type: 'boolean' }, links: LINKS },
    { changes: list(CHANGE), reached: list(REACHED), reachedTotal: count, omitted: OMITTED },
  ),
  readsOnly: true,
  run: async ({ document, mode, ...input }, catalog) => {
    const contract = await contractOf(catalog, input);
    const path = `/dataContracts/${String(contract.id)}`;
    const { compatible, changes } = await catalog.post(`${path}/check`, { body: { document, mode } });
    const isBreaking = objects(changes).some(({ compatibility }) => compatibility === 'breaking');
    const { reached, reachedTotal } = isBreaking ? await impactOf(catalog, path) : {};
    const fqn = String(contract.fullyQualifiedName);
    return {
      ...{ contract: fqn, compatible },
      ...present({ reachedTotal }),
      ...fittingLists({ changes: objects(changes).map(shownChange), reached }),
      links: catalog.links.contract(String(contract.id), fqn, 'impact'),
    };
  },
});

async function impactOf(catalog: CatalogCalls, path: string): Promise<{ reached: object[]; reachedTotal: number }> {
  const { hops, paging } = await catalog.get(`${path}/impact`, { limit: MOST_REACHED });
  const reached = objects(hops).flatMap(({ hop, assets }) =>
    objects(assets).map((asset) => ({ hop, ...reference(catalog.links, asset), ...contractOn(asset.contract) })),
  );
  return { reached, reachedTotal: (paging as { total: number }).total };
}

function contractOn(contract: unknown): object {
  const [found] = objects([contract]);
  return found ? present({ contract: found.fullyQualifiedName, owners: namesOf(found.owners) }) : {};
}
