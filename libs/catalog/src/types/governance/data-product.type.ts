import {
  base,
  bothEnds,
  defineEntityType,
  inverse,
  inverseOfAll,
  many,
  oneOf,
  part,
  byRequest,
  votes,
} from '../../definition/build';
import type { Relation } from '../../definition/entity-type';
import { MOST_PEOPLE } from '../../definition/limits';

const STAGES = ['IDEATION', 'DESIGN', 'DEVELOPMENT', 'TESTING', 'PRODUCTION', 'DEPRECATED', 'RETIRED'];

/** Assets that come and go by requests of their own, so that a body that does not know them leaves them. */
const PORTS: Relation = { ...many(), traits: ['asset', 'service'], keptByPut: true, readOnly: true };

export const dataProductType = defineEntityType({
  type: 'dataProduct',
  collection: 'dataProducts',
  traits: { inDomain: true, contractSubject: true },
  description:
    'Assets of a domain that are offered together. Its contract applies to those of its assets that have none.',
  attributes: {
    style: base(part('Style')),
    votes,
    lifecycleStage: base(oneOf(...STAGES)),
    sla: byRequest(part('SlaDefinition')),
  },
  relations: {
    experts: { ...many('user'), most: MOST_PEOPLE },
    // The other end of a relation that a PUT of an asset also retains.
    assets: { ...bothEnds(inverseOfAll('dataProducts', 'asset', 'service')), keptByPut: true },
    inputPorts: PORTS,
    outputPorts: PORTS,
    consumesFrom: bothEnds(many('dataProduct')),
    providesTo: { ...bothEnds(inverse('consumesFrom', 'dataProduct')), keptByPut: true },
  },
  compatible: { without: ['deleted', 'dataProducts', 'lifeCycle', 'inputPorts', 'outputPorts'] },
  search: { index: 'data_product_search_index' },
  required: ['description', 'domains'],
  example: { name: 'customer_orders', domains: ['sales'], description: 'Orders, ready for analysis' },
});
