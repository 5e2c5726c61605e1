import { array, closed, code, labels, longText, oneOf, part, text } from '../../definition/build';
import { MOST_PEOPLE } from '../../definition/limits';
import type { JsonSchema } from '../../definition/json-schema';
import { ownFqn, partName } from './common';

/** Structures of pipelines and models. */
export const PROCESSING_PARTS: Record<string, JsonSchema> = {
  Task: closed(
    {
      name: partName,
      displayName: text,
      fullyQualifiedName: ownFqn,
      description: longText,
      sourceUrl: text,
      downstreamTasks: array(text),
      taskType: text,
      taskSQL: code,
      startDate: text,
      endDate: text,
      tags: labels,
      owners: array(part('EntityReference'), MOST_PEOPLE),
    },
    ['name'],
  ),
  MlFeature: closed({
    name: partName,
    dataType: oneOf('numerical', 'categorical'),
    description: longText,
    fullyQualifiedName: ownFqn,
    featureSources: array(part('MlFeatureSource')),
    featureAlgorithm: text,
    tags: labels,
  }),
  MlFeatureSource: closed({
    name: text,
    dataType: oneOf('integer', 'number', 'string', 'array', 'date', 'timestamp', 'object', 'boolean'),
    description: longText,
    fullyQualifiedName: text,
    dataSource: part('EntityReference'),
    tags: labels,
  }),
  MlHyperParameter: closed({ name: text, value: text, description: longText }),
  MlStore: closed({ storage: text, imageRepository: text }),
};
