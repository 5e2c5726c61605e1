import { Steps, type Caller, type Chapter } from './step';

const CALLERS: readonly Caller[] = ['admin', 'viewer', 'consumer'];
const PAGES = 3;

/** The sequence of change events of all that was done before, the newest first, and who did what. */
export function eventsChapter(pages: number): Chapter {
  const steps = new Steps();
  walk(steps, 'admin', 'limit=1000&order=desc', pages);
  for (const as of CALLERS) {
    walk(steps, as, 'limit=20', PAGES);
    for (const query of [
      'entityType=table&limit=5',
      'eventType=entityDeleted&limit=5',
      'fqn={{plain_table.fullyQualifiedName}}',
      'entityId={{plain_glossary.id}}',
      'userName=carla&limit=10',
      'userName=keeper',
    ])
      steps.add(`events by ${query}, ${as}`, `GET /events?${query}`, { as });
  }
  for (const query of ['limit=1001', 'eventType=x', 'order=up', 'after=x'])
    steps.add(`events refused ${query}`, `GET /events?${query}`);
  steps.add('events without a token', 'GET /events', { as: 'nobody' });
  // What was refused is written down in its own time.
  for (const as of ['admin', 'viewer', 'nobody'] as const)
    steps.add(`audit, ${as}`, 'GET /audit?outcome=done&limit=100', { as });
  return steps.chapter('events');
}

function walk(steps: Steps, as: Caller, query: string, pages: number): void {
  const name = (page: number): string => `events_${as}_${page}`;
  steps.add(`events ${query}, ${as}`, `GET /events?${query}`, { as, save: name(1) });
  for (let page = 2; page <= pages; page++)
    steps.add(`events ${query}, ${as}`, `GET /events?${query}&after={{${name(page - 1)}.paging.after}}`, {
      as,
      save: name(page),
    });
}
