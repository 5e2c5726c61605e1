import {
  array,
  base,
  byRequest,
  defineEntityType,
  integer,
  number,
  oneOf,
  openObject,
  part,
  parts,
  readOnly,
} from '../../definition/build';
import { serviceType, SOURCE } from '../asset';

export const entityType = defineEntityType({
  type: 'topic',
  collection: 'topics',
  description: 'A topic of a message broker with the schema of its messages.',
  parents: [{ property: 'service', types: ['messagingService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['messagingService'] }],
  attributes: {
    serviceType,
    partitions: base({ ...integer, minimum: 1 }),
    messageSchema: parts(part('MessageSchema'), 'request', { below: 'schemaFields', fields: true }),
    cleanupPolicies: byRequest(array(oneOf('delete', 'compact'))),
    replicationFactor: byRequest(integer),
    retentionTime: byRequest(number),
    maximumMessageSize: byRequest(integer),
    minimumInSyncReplicas: byRequest(integer),
    retentionSize: byRequest(number),
    topicConfig: byRequest(openObject),
    ...SOURCE,
    sampleData: readOnly(byRequest(openObject)),
  },
  required: ['partitions'],
  example: {
    name: 'order_events',
    service: 'shop_kafka',
    description: 'Everything that happens to an order',
    partitions: 6,
    messageSchema: { schemaType: 'JSON', schemaFields: [{ name: 'order_id', dataType: 'LONG' }] },
  },
});
