import { oneOf } from '../../definition/build';
import { defineService } from './define-service';

export const messagingServiceType = defineService({
  type: 'messagingService',
  description: 'A message broker: the root of its topics.',
  kinds: oneOf('Kafka', 'Redpanda', 'Kinesis', 'CustomMessaging'),
  example: { name: 'shop_kafka', serviceType: 'Kafka', description: 'Events of the shop' },
});
