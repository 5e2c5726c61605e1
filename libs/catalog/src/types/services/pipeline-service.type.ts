import { byRequest, text, word } from '../../definition/build';
import { defineService } from './define-service';

export const pipelineServiceType = defineService({
  type: 'pipelineService',
  description: 'A scheduler or an integration tool: the root of its pipelines.',
  kinds: word,
  attributes: { scheduleInterval: byRequest(text) },
  example: { name: 'shop_airflow', serviceType: 'Airflow', description: 'Loads and transformations' },
});
