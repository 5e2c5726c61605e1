import { LONGEST_NAME } from '@app/common';
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
  link,
  text,
} from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';

/** Set by the service wherever parts have it; ignored in bodies, so that a response can be sent back unchanged. */
export const ownFqn: JsonSchema = { ...text, readOnly: true };

/** The name of a part; its characters are validated together with the names of its siblings. */
export const partName: JsonSchema = { type: 'string', minLength: 1, maxLength: LONGEST_NAME };

/** Structures used by all types: references, tags, life cycle, changes. */
export const COMMON_PARTS: Record<string, JsonSchema> = {
  EntityReference: closed(
    {
      id: { type: 'string', format: 'uuid' },
      type: text,
      name: text,
      fullyQualifiedName: text,
      displayName: text,
      description: longText,
      deleted: boolean,
      inherited: boolean,
      href: text,
    },
    ['id', 'type'],
  ),
  TagLabel: closed(
    {
      tagFQN: { ...text, minLength: 1 },
      name: text,
      displayName: text,
      description: longText,
      style: part('Style'),
      source: { ...oneOf('Classification', 'Glossary'), default: 'Classification' },
      labelType: { ...oneOf('Manual', 'Propagated', 'Automated', 'Derived', 'Generated'), default: 'Manual' },
      state: { ...oneOf('Suggested', 'Confirmed'), default: 'Confirmed' },
      href: link,
      reason: text,
      appliedAt: text,
      appliedBy: text,
      metadata: openObject,
    },
    ['tagFQN'],
  ),
  Votes: closed({
    upVotes: integer,
    downVotes: integer,
    upVoters: array(part('EntityReference')),
    downVoters: array(part('EntityReference')),
  }),
  Style: closed({ color: text, iconURL: link, coverImage: closed({ url: link, position: text }) }),
  LifeCycle: closed({
    created: part('AccessDetails'),
    updated: part('AccessDetails'),
    accessed: part('AccessDetails'),
  }),
  AccessDetails: closed({ timestamp: integer, accessedBy: part('EntityReference'), accessedByAProcess: text }, [
    'timestamp',
  ]),
  ChangeDescription: closed({
    fieldsAdded: array(part('FieldChange')),
    fieldsUpdated: array(part('FieldChange')),
    fieldsDeleted: array(part('FieldChange')),
    previousVersion: number,
    changeSummary: openObject,
    origin: openObject,
  }),
  FieldChange: closed({ name: text, oldValue: {}, newValue: {} }, ['name']),
};
