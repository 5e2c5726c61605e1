import {
  array,
  closed,
  code,
  integer,
  labels,
  longText,
  number,
  oneOf,
  part,
  link,
  text,
  word,
} from '../../definition/build';
import { MOST_PEOPLE } from '../../definition/limits';
import type { JsonSchema } from '../../definition/json-schema';
import { ownFqn, partName } from './common';

/** How the last run of a pipeline for a table ended or stands. */
export const RUN_STATUSES = ['Successful', 'Failed', 'Pending', 'Skipped', 'Running'] as const;

/** Structures of pipelines and models. */
export const PROCESSING_PARTS: Record<string, JsonSchema> = {
  Task: closed(
    {
      name: partName,
      displayName: text,
      fullyQualifiedName: ownFqn,
      description: longText,
      sourceUrl: link,
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
  PipelineObservability: closed(
    {
      pipeline: part('EntityReference'),
      serviceType: word,
      scheduleInterval: text,
      startTime: integer,
      endTime: integer,
      lastRunTime: integer,
      lastRunStatus: oneOf(...RUN_STATUSES),
      averageRunTime: number,
    },
    ['pipeline'],
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
