import { oneOf } from '../../definition/build';
import { defineService } from './define-service';

export const mlmodelServiceType = defineService({
  type: 'mlmodelService',
  description: 'A registry of models: the root of its models.',
  kinds: oneOf('Mlflow', 'Sklearn', 'CustomMlModel', 'SageMaker', 'VertexAI'),
  example: { name: 'shop_mlflow', serviceType: 'Mlflow', description: 'Models of the shop' },
});
