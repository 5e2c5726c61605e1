import { oneOf } from '../../definition/build';
import { defineService } from './define-service';

export const apiServiceType = defineService({
  type: 'apiService',
  description: 'A service that answers requests: the root of its collections of endpoints.',
  kinds: oneOf('Rest', 'WEBHOOK'),
  example: { name: 'shop_api', serviceType: 'Rest', description: 'The shop’s public interface' },
});
