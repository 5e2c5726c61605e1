import { isObject } from '@app/common';
import type { CatalogCalls, Json } from '../catalog-calls';
import { fittingLists, present, shortened } from '../bounded';
import { defineTool } from '../tool';
import { count, LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import { IncidentInput, incidentOf, openIncidentOf, shownIncident } from './incident-input';
import { isoTime, objects } from './shown';

const FAILING = ['Failed', 'PartialSuccess'];
const DIMENSIONS = ['schema', 'semantics', 'quality', 'sla'];

export const explainCause = defineTool<IncidentInput>({
  name: 'explain_cause',
  title: 'Where does this failure come from?',
  description:
    'Follows the open incident of a contract upstream along lineage to the one that it follows from: each failing contract on the way with ' +
    'the first reason why it fails, this one first, the root last. For all reasons of one contract take explain_failure.',
  input: IncidentInput,
  output: object(
    { contract: text, links: LINKS },
    {
      chain: list(
        object(
          { incident: text, contract: text, status: text, openedAt: time },
          { assignee: text, failingSince: time, reason: text },
        ),
        'From this contract to the root',
      ),
      affected: { ...count, description: 'Incidents that follow from this one' },
      omitted: OMITTED,
    },
  ),
  readsOnly: true,
  run: async (input, catalog) => {
    const incident = await incidentOf(catalog, input);
    const incidents = [incident, ...(await causesOf(catalog, incident))];
    const chain = await Promise.all(incidents.map((one) => linkOf(catalog, one)));
    const { id, fullyQualifiedName } = contractOf(incident);
    return {
      contract: fullyQualifiedName,
      affected: incident.affected,
      ...fittingLists({ chain }),
      links: catalog.links.contract(id, fullyQualifiedName),
    };
  },
});

/** Open incidents from what an incident follows from, the nearest first. */
async function causesOf(catalog: CatalogCalls, incident: Json): Promise<Json[]> {
  if (!isObject(incident.cause)) return [];
  const root = await catalog.find(`/dataContracts/incidents/${String(incident.cause.incident)}`);
  if (!root) return [];
  const [from, to] = await Promise.all([assetOf(catalog, incident), assetOf(catalog, root)]);
  const query = { from: from.id, fromType: from.type, to: to.id, toType: to.type, direction: 'upstream' };
  const { nodes } = await catalog.get('/lineage/path', query);
  const between = await Promise.all(
    objects(nodes)
      .slice(1, -1)
      .map((asset) => incidentOn(catalog, asset)),
  );
  return [...between.filter((one) => one !== undefined), root];
}

async function assetOf(catalog: CatalogCalls, incident: Json): Promise<{ id: string; type: string }> {
  const { entity } = await catalog.get(`/dataContracts/${contractOf(incident).id}`);
  const { id, type } = entity as Json;
  return { id: String(id), type: String(type) };
}

async function incidentOn(catalog: CatalogCalls, { id, type }: Json): Promise<Json | undefined> {
  const query = { entityId: String(id), entityType: String(type) };
  const contract = await catalog.find('/dataContracts/entity', query);
  return contract && openIncidentOf(catalog, String(contract.id));
}

async function linkOf(catalog: CatalogCalls, incident: Json): Promise<object> {
  const { id } = contractOf(incident);
  const newest = await catalog.find(`/dataContracts/${id}/results/latest`, { fields: 'reasons' });
  const [first] = objects([incident.firstResult]);
  const reason = (newest && firstReason(newest)) ?? shortened(first?.message);
  return {
    ...shownIncident(incident),
    ...present({ failingSince: isoTime(first?.timestamp), reason }),
  };
}

/** The first reason of a result that failed; its sentence where it has none. */
function firstReason({ contractExecutionStatus: status, details, result }: Json): string | undefined {
  if (!FAILING.includes(String(status))) return undefined;
  const found = isObject(details) ? details : {};
  const [reason] = DIMENSIONS.flatMap((dimension) => objects(found[`${dimension}Validation`]));
  return shortened(reason?.message) ?? shortened(result);
}

function contractOf({ contract }: Json): { id: string; fullyQualifiedName: string } {
  const { id, fullyQualifiedName } = contract as Json;
  return { id: String(id), fullyQualifiedName: String(fullyQualifiedName) };
}
