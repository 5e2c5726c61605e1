import { type Answer, type FakeService, status } from '../../fake-service.cases';

export const RUN_ID = '0d6f7c3e-5a1b-4c8e-9f2d-7b3a1e4c5d60';
export const SERVICE = {
  id: '8c1d0b63-8d20-4c1f-8d8e-1a6b3e2f7c45',
  name: 'shop',
  fullyQualifiedName: 'shop',
  serviceType: 'Postgres',
};
export const TABLE = {
  id: '5e0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a12',
  name: 'orders',
  fullyQualifiedName: 'shop.shop.sales.orders',
};

export const ended = (kind: string, runStatus: string, more: object = {}): object => ({
  ...{ id: RUN_ID, kind, status: runStatus, service: SERVICE, message: `it came to ${runStatus}`, executionTime: 12 },
  ...more,
});

/** The answer to a POST, for a run that goes on, and its events until it has ended. */
export function goingOn(service: FakeService, run: object): Answer {
  const open = { ...run, status: 'Queued', message: undefined };
  const events = [
    ['1', 'state', { id: RUN_ID, status: 'Queued' }],
    ['2', 'state', { id: RUN_ID, status: 'Running' }],
    ['3', 'progress', { id: RUN_ID, done: 40, total: 120, current: 'shop.shop.sales.orders' }],
    ['4', 'end', { id: RUN_ID }],
  ].map(([id, event, data]) => `id: ${id as string}\nevent: ${event as string}\ndata: ${JSON.stringify(data)}\n\n`);
  service.answers[`GET /dataRuns/${RUN_ID}/events`] = (_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.join(''));
  };
  service.answers[`GET /dataRuns/${RUN_ID}`] = status(200, run);
  return status(202, open, { location: `/api/v1/dataRuns/${RUN_ID}` });
}
