import { word } from '../../definition/build';
import { defineService } from './define-service';

export const dashboardServiceType = defineService({
  type: 'dashboardService',
  description: 'A reporting tool: the root of its dashboards, charts and data models.',
  kinds: word,
  example: { name: 'shop_superset', serviceType: 'Superset', description: 'Reports of the shop' },
});
