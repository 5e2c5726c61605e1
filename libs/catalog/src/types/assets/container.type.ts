import { array, byRequest, children, number, oneOf, part, parts, text } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

const FILE_FORMATS = ['zip', 'gz', 'zstd', 'csv', 'tsv', 'json', 'parquet', 'avro', 'MF4'];

export const containerType = defineAsset({
  type: 'container',
  collection: 'containers',
  traits: DATA_ASSET,
  description: 'A bucket, folder or set of files of an object store. It may have a parent container.',
  service: 'storageService',
  parents: [
    { property: 'service', types: ['storageService'], required: true },
    { property: 'parent', types: ['container'], required: false },
  ],
  ancestors: [
    { property: 'parent', at: 'parent', types: ['container'] },
    { property: 'service', at: 'root', types: ['storageService'] },
  ],
  attributes: {
    dataModel: parts(part('ContainerDataModel'), 'request', { below: 'columns', columns: true }),
    prefix: byRequest(text),
    fullPath: byRequest(text),
    numberOfObjects: byRequest(number),
    size: byRequest(number),
    fileFormats: byRequest(array(oneOf(...FILE_FORMATS))),
    retentionPeriod: byRequest(text),
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
