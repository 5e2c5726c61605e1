import { CHANGE_EVENT_TYPES } from '@app/database';
import { integer, list, number, object, oneOf, text, uuid } from '../http/schemas';

const version = { type: 'number', description: 'Absent where the entity is new.' };
const changes = list(object({ name: text, 'oldValue?': {}, 'newValue?': {} }));

const EVENT_SCHEMA = object({
  id: { type: 'integer', description: 'Increases from event to event, with gaps.' },
  eventType: oneOf(CHANGE_EVENT_TYPES),
  entityType: text,
  entityId: uuid,
  entityFullyQualifiedName: { type: 'string', description: 'As it was called after the change.' },
  'previousVersion?': version,
  currentVersion: number,
  'userName?': { type: 'string', description: 'Who made the change; for the result of a run, who asked for it.' },
  timestamp: { type: 'integer', description: 'When it was changed, in epoch ms.' },
  'changeDescription?': object({
    'fieldsAdded?': changes,
    'fieldsUpdated?': changes,
    'fieldsDeleted?': changes,
    'previousVersion?': version,
  }),
  'result?': object(
    {
      id: uuid,
      timestamp: integer,
      'status?': { ...text, description: 'Absent where it was deleted.' },
      'previousStatus?': {
        ...text,
        description:
          'Of the newest earlier result that had ended; of a result that was replaced or deleted its own. Absent where there was none.',
      },
      isLatest: { type: 'boolean', description: 'Whether no newer result of the contract had ended.' },
    },
    'The result of the contract that the event reports.',
  ),
});

const CREATED = {
  id: 1206,
  eventType: 'entityCreated',
  entityType: 'table',
  entityId: '7d3f1e7a-5d64-4b0d-9a35-0a1a4a4f6c11',
  entityFullyQualifiedName: 'shop.db.public.orders',
  currentVersion: 0.1,
  userName: 'admin',
  timestamp: 1763612345000,
};

const ENDED = {
  id: 1207,
  eventType: 'resultCreated',
  entityType: 'dataContract',
  entityId: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  entityFullyQualifiedName: 'shop.db.public.orders.dataContract_orders',
  previousVersion: 0.2,
  currentVersion: 0.2,
  userName: 'admin',
  timestamp: 1763612345700,
  result: {
    id: 'd0e37a0c-54be-4f8e-8a34-0d3c8f6d6c52',
    timestamp: 1763612345678,
    status: 'Failed',
    previousStatus: 'Success',
    isLatest: true,
  },
};

/** The answer to a list, and to who follows. */
export const EVENTS_CONTENT = {
  'application/json': {
    schema: object({ data: list(EVENT_SCHEMA), paging: object({ 'before?': text, 'after?': text }) }),
    example: { data: [CREATED, ENDED], paging: { after: 'bGFzdA' } },
  },
  'text/event-stream': {
    example: [CREATED, ENDED]
      .map((event) => `id: ${event.id}\nevent: ${event.eventType}\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
  },
};
