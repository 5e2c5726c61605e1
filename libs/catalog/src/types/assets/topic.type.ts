import {
  array,
  base,
  byRequest,
  integer,
  number,
  oneOf,
  openObject,
  part,
  parts,
  readOnly,
} from '../../definition/build';
import { ASSET_SHAPE, DATA_ASSET, defineAsset } from '../asset';
import { messageSchemaShown } from './shown-schema';

export const topicType = defineAsset({
  type: 'topic',
  collection: 'topics',
  traits: DATA_ASSET,
  description: 'A topic of a message broker with the schema of its messages.',
  service: 'messagingService',
  attributes: {
    partitions: base({ ...integer, minimum: 1 }),
    messageSchema: parts(part('MessageSchema'), 'request', {
      below: 'schemaFields',
      fields: true,
      readFromText: 'record',
    }),
    cleanupPolicies: byRequest(array(oneOf('delete', 'compact'))),
    replicationFactor: byRequest(integer),
    retentionTime: byRequest(number),
    maximumMessageSize: byRequest(integer),
    minimumInSyncReplicas: byRequest(integer),
    retentionSize: byRequest(number),
    topicConfig: byRequest(openObject),
    sampleData: readOnly(byRequest(openObject)),
  },
  compatible: { ...ASSET_SHAPE, members: { messageSchema: messageSchemaShown } },
  search: { index: 'topic_search_index' },
  required: ['partitions'],
  example: {
    name: 'order_events',
    service: 'shop_kafka',
    description: 'Everything that happens to an order',
    partitions: 6,
    messageSchema: { schemaType: 'JSON', schemaFields: [{ name: 'order_id', dataType: 'LONG' }] },
  },
});
