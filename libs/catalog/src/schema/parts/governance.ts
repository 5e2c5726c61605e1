import { CONDITION_WORDS, OPERATION_WORDS } from '@app/auth/pure';
import {
  array,
  boolean,
  closed,
  integer,
  longText,
  number,
  oneOf,
  openObject,
  part,
  text,
  uri,
} from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { ownFqn } from './common';

/** Structures of terms, tags, data products, people and policies. */
export const GOVERNANCE_PARTS: Record<string, JsonSchema> = {
  TermReference: closed({ name: text, endpoint: uri }),
  Recognizer: closed(
    {
      id: { type: 'string', format: 'uuid' },
      name: text,
      displayName: text,
      description: longText,
      enabled: boolean,
      isSystemDefault: boolean,
      recognizerConfig: openObject,
      confidenceThreshold: number,
      exceptionList: array(part('RecognizerException')),
      version: number,
      updatedAt: integer,
      updatedBy: text,
      target: oneOf('content', 'column_name'),
    },
    ['name', 'recognizerConfig'],
  ),
  RecognizerException: closed(
    {
      entityLink: text,
      reason: text,
      addedBy: part('EntityReference'),
      addedAt: integer,
      feedbackId: { type: 'string', format: 'uuid' },
    },
    ['entityLink'],
  ),
  SlaDefinition: closed({
    tier: oneOf('GOLD', 'SILVER', 'BRONZE', 'CUSTOM'),
    availability: number,
    responseTime: integer,
    dataFreshness: integer,
    dataQuality: number,
  }),
  Profile: closed({ images: openObject, subscription: openObject }),
  PolicyRule: closed(
    {
      name: { ...text, minLength: 1 },
      fullyQualifiedName: ownFqn,
      description: longText,
      effect: oneOf('allow', 'deny'),
      operations: { ...array(text), minItems: 1, description: OPERATION_WORDS },
      resources: { ...array(text), description: 'Types of entities, other resources (see /v1/permissions), or All' },
      condition: { ...text, description: CONDITION_WORDS },
    },
    ['name', 'effect', 'operations'],
  ),
};
