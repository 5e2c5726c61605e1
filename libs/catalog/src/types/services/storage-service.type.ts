import { oneOf } from '../../definition/build';
import { defineService } from './define-service';

export const storageServiceType = defineService({
  type: 'storageService',
  description: 'An object store: the root of its containers.',
  kinds: oneOf('S3', 'ADLS', 'GCS', 'CustomStorage'),
  example: { name: 'shop_s3', serviceType: 'S3', description: 'Files of the shop' },
});
