import { isObject } from '@app/common';
import type { Json } from '../catalog-calls';
import { fittingLists, present, shortened } from '../bounded';
import { defineTool } from '../tool';
import { LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import { ContractInput, contractOf } from './contract-input';
import { isoTime, namesOf, objects, reference, REFERENCE, shownColumn } from './shown';

export const getContract = defineTool<ContractInput>({
  name: 'get_contract',
  title: 'Read a data contract',
  description:
    'Reads what a data contract promises: columns, rules, test cases, SLA and terms, with what it inherits from that of a data product, ' +
    'and the status of its newest result. For why it failed take explain_failure.',
  input: ContractInput,
  output: object(
    { id: text, name: text, fullyQualifiedName: text, entity: REFERENCE, links: LINKS },
    {
      ...{ entityStatus: text, version: { type: 'number' }, description: text, owners: list(text), omitted: OMITTED },
      inherited: { type: 'boolean', description: 'It comes from the data product of the asset' },
      schema: list(object({ name: text }, { dataType: text, constraint: text, description: text })),
      semantics: list(object({ name: text }, { description: text, rule: text })),
      qualityExpectations: list(text, 'Fully qualified names of test cases'),
      sla: { type: 'object' },
      termsOfUse: text,
      latestResult: object({ status: text }, { timestamp: time }),
    },
  ),
  readsOnly: true,
  run: async (input, catalog) => {
    const contract = await contractOf(catalog, input, 'owners');
    const { id, name, fullyQualifiedName, entityStatus, version, inherited, sla } = contract;
    const latest = isObject(contract.latestResult) ? contract.latestResult : undefined;
    return {
      ...{ id, name, fullyQualifiedName, entity: reference(contract.entity as Json) },
      ...present({
        ...{ entityStatus, version, inherited, sla: isObject(sla) ? sla : undefined },
        description: shortened(contract.description, 1_000),
        termsOfUse: shortened(contract.termsOfUse, 1_000),
        latestResult: latest && present({ status: latest.status, timestamp: isoTime(latest.timestamp) }),
      }),
      ...fittingLists({
        owners: namesOf(contract.owners),
        schema: objects(contract.schema).map(shownColumn),
        semantics: objects(contract.semantics).map(shownRule),
        qualityExpectations: namesOf(contract.qualityExpectations),
      }),
      links: catalog.links.contract(String(id), String(fullyQualifiedName)),
    };
  },
});

function shownRule({ name, description, rule }: Json): object {
  const logic = rule === undefined || typeof rule === 'string' ? rule : JSON.stringify(rule);
  return present({ name, description: shortened(description, 200), rule: shortened(logic, 500) });
}
