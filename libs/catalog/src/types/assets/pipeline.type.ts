import {
  array,
  base,
  byRequest,
  integer,
  oneOf,
  openObject,
  part,
  parts,
  readOnly,
  text,
} from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

export const pipelineType = defineAsset({
  type: 'pipeline',
  collection: 'pipelines',
  traits: { ...DATA_ASSET, dataset: false, process: true },
  description: 'A pipeline with its tasks.',
  service: 'pipelineService',
  attributes: {
    usageSummary: readOnly(byRequest(openObject)),
    state: base(oneOf('Active', 'Inactive')),
    tasks: parts(array(part('Task')), 'request'),
    concurrency: byRequest(integer),
    pipelineLocation: byRequest(text),
    startDate: byRequest(text),
    endDate: byRequest(text),
    scheduleInterval: byRequest(text),
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
