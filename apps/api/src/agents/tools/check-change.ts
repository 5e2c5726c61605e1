import { checkedPatch, patchDocument } from '@app/catalog';
import { COMPATIBILITY_MODES } from '@app/contracts';
import { ChoiceProperty, Property, SchemaProperty } from '../../http/input';
import type { CatalogCalls } from '../catalog-calls';
import { fittingLists, present } from '../bounded';
import { defineTool } from '../tool';
import { count, LINKS, list, object, OMITTED, text } from '../tool-schema';
import { CONTRACT_PATCH, WHOLE_DOCUMENT } from './change-input';
import { ContractInput, contractOf } from './contract-input';
import { CHANGE, namesOf, objects, reference, shownChange } from './shown';

/** Assets to ask for: more do not fit into an answer. */
const MOST_REACHED = 100;

class ChangeInput extends ContractInput {
  @SchemaProperty<ChangeInput>(WHOLE_DOCUMENT)
  document?: Record<string, unknown>;

  @Property({ description: 'A JSON Patch (RFC 6902) of the contract; or give document' }, CONTRACT_PATCH)
  patch?: object[];

  @ChoiceProperty({
    of: COMPATIBILITY_MODES,
    description: 'backward: who relied on the old contract may rely on the new one; forward: the reverse; full: both',
  })
  mode: (typeof COMPATIBILITY_MODES)[number] = 'backward';
}

const REACHED = object(
  { hop: count, type: text, fullyQualifiedName: text },
  { id: text, contract: text, owners: list(text) },
);

export const checkChange = defineTool<ChangeInput>({
  name: 'check_change',
  title: 'What would this change break?',
  description:
    'Compares a contract with a proposed one, given as a patch or as a whole, and stores nothing: each change, whether it breaks who relies on the contract and why; for ' +
    'breaking changes the assets downstream along lineage, with their contracts and the owners of these.',
  input: ChangeInput,
  output: object(
    { contract: text, compatible: { type: 'boolean' }, links: LINKS },
    { changes: list(CHANGE), reached: list(REACHED), reachedTotal: count, omitted: OMITTED },
  ),
  readsOnly: true,
  run: async ({ document: sent, patch, mode, ...input }, catalog) => {
    const contract = await contractOf(catalog, input);
    const path = `/dataContracts/${String(contract.id)}`;
    const document = patch ? await patched(catalog, path, patch) : sent;
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

/** The contract itself, with all its members and whole texts, as the patch makes it. */
async function patched(catalog: CatalogCalls, path: string, patch: readonly object[]): Promise<object> {
  const document = { ...(await catalog.get(path, { fields: '*' })) };
  patchDocument(document, checkedPatch(patch));
  return document;
}

async function impactOf(catalog: CatalogCalls, path: string): Promise<{ reached: object[]; reachedTotal: number }> {
  const { hops, paging } = await catalog.get(`${path}/impact`, { limit: MOST_REACHED });
  const reached = objects(hops).flatMap(({ hop, assets }) =>
    objects(assets).map((asset) => ({ hop, ...reference(asset), ...contractOn(asset.contract) })),
  );
  return { reached, reachedTotal: (paging as { total: number }).total };
}

function contractOn(contract: unknown): object {
  const [found] = objects([contract]);
  return found ? present({ contract: found.fullyQualifiedName, owners: namesOf(found.owners) }) : {};
}
