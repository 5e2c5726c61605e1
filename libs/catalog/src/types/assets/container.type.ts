import {
  array,
  byRequest,
  children,
  defineEntityType,
  number,
  oneOf,
  part,
  parts,
  text,
  votes,
} from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

const FILE_FORMATS = ['zip', 'gz', 'zstd', 'csv', 'tsv', 'json', 'parquet', 'avro', 'MF4'];

export const containerType = defineEntityType({
  type: 'container',
  collection: 'containers',
  traits: DATA_ASSET,
  description: 'A bucket, folder or set of files of an object store. It may lie in another one.',
  parents: [
    { property: 'service', types: ['storageService'], required: true },
    { property: 'parent', types: ['container'], required: false },
  ],
  ancestors: [
    { property: 'parent', at: 'parent', types: ['container'] },
    { property: 'service', at: 'root', types: ['storageService'] },
  ],
  attributes: {
    serviceType,
    dataModel: parts(part('ContainerDataModel'), 'request', { below: 'columns', columns: true }),
    prefix: byRequest(text),
    fullPath: byRequest(text),
    numberOfObjects: byRequest(number),
    size: byRequest(number),
    fileFormats: byRequest(array(oneOf(...FILE_FORMATS))),
    retentionPeriod: byRequest(text),
    ...SOURCE,
    votes,
  },
  relations: { children: children('container') },
  search: { index: 'container_search_index' },
  example: {
    name: 'exports',
    service: 'shop_s3',
    description: 'Daily exports',
    fileFormats: ['parquet'],
    dataModel: { columns: [{ name: 'order_id', dataType: 'BIGINT' }] },
  },
});
