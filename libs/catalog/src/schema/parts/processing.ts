import { array, closed, oneOf, part, text } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { ownFqn, partName } from './common';

/** What pipelines and models are made of. */
export const PROCESSING_PARTS: Record<string, JsonSchema> = {
  Task: closed(
    {
      name: partName,
      displayName: text,
      fullyQualifiedName: ownFqn,
      description: text,
      sourceUrl: text,
      downstreamTasks: array(text),
      taskType: text,
      taskSQL: text,
      startDate: text,
      endDate: text,
      tags: array(part('TagLabel')),
      owners: array(part('EntityReference')),
    },
    ['name'],
  ),
  MlFeature: closed({
    name: partName,
    dataType: oneOf('numerical', 'categorical'),
    description: text,
    fullyQualifiedName: ownFqn,
    featureSources: array(part('MlFeatureSource')),
    featureAlgorithm: text,
    tags: array(part('TagLabel')),
  }),
  MlFeatureSource: closed({
    name: text,
    dataType: oneOf('integer', 'number', 'string', 'array', 'date', 'timestamp', 'object', 'boolean'),
    description: text,
    fullyQualifiedName: text,
    dataSource: part('EntityReference'),
    tags: array(part('TagLabel')),
  }),
  MlHyperParameter: closed({ name: text, value: text, description: text }),
  MlStore: closed({ storage: text, imageRepository: text }),
};
