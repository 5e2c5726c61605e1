import {
  array,
  base,
  byRequest,
  defineEntityType,
  integer,
  oneOf,
  openObject,
  part,
  parts,
  readOnly,
  text,
  votes,
} from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

export const pipelineType = defineEntityType({
  type: 'pipeline',
  collection: 'pipelines',
  traits: { ...DATA_ASSET, dataset: false, process: true },
  description: 'A pipeline with its tasks.',
  parents: [{ property: 'service', types: ['pipelineService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['pipelineService'] }],
  attributes: {
    serviceType,
    state: base(oneOf('Active', 'Inactive')),
    tasks: parts(array(part('Task')), 'request'),
    concurrency: byRequest(integer),
    pipelineLocation: byRequest(text),
    startDate: byRequest(text),
    endDate: byRequest(text),
    scheduleInterval: byRequest(text),
    ...SOURCE,
    votes,
    pipelineStatus: readOnly(byRequest(openObject)),
  },
  search: { index: 'pipeline_search_index' },
  example: {
    name: 'load_orders',
    service: 'shop_airflow',
    description: 'Loads the orders of the day before',
    tasks: [{ name: 'extract' }, { name: 'load', description: 'Into the warehouse' }],
  },
});
