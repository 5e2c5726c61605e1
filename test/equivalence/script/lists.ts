import type { DocumentedType } from '../../hidden-objects/entity-types';
import { pathOf } from './document';
import { Steps, type Caller, type Chapter } from './step';

/** Enough for several pages of two. */
const TABLES = 7;
const CALLERS: readonly Caller[] = ['admin', 'viewer', 'consumer'];
const PAGES = 4;

/** Pages of lists, forth and back, with filters, limits and fields. */
export function listsChapter(types: readonly DocumentedType[]): Chapter {
  const steps = new Steps();
  fill(steps);
  for (const as of CALLERS) {
    walk(steps, '/tables', 'limit=2&fields=owners,tags,domains', as);
    walk(steps, '/tables', `limit=2&databaseSchema=pages.db.public&include=all`, as);
    walk(steps, '/databases', 'limit=1', as);
    for (const type of types) steps.add(`first of ${type.type}, ${as}`, `GET ${pathOf(type)}?limit=4`, { as });
    for (const query of FILTERS) steps.add(`tables by ${query}, ${as}`, `GET /tables?${query}`, { as });
  }
  for (const query of REFUSED) steps.add(`refused ${query}`, `GET /tables?${query}`);
  steps.add('cursor of another list', 'GET /tables?limit=2&include=deleted&after={{pages_1_admin.paging.after}}');
  steps.add('bent cursor', 'GET /tables?limit=2&fields=owners,tags,domains&after={{pages_1_admin.paging.after|bent}}');
  for (const type of types) {
    const path = pathOf(type);
    steps.add(`all of ${type.type}`, `GET ${path}?limit=1000&fields=*`);
    steps.add(`total of ${type.type}`, `GET ${path}?limit=0&include=all`);
    steps.add(`compatible ${type.type}`, `GET ${path}?limit=5&fields=*`, {
      headers: { 'x-compatibility': 'openmetadata' },
    });
    steps.add(`without a token ${type.type}`, `GET ${path}`, { as: 'nobody' });
  }
  return steps.chapter('lists');
}

const FILTERS = [
  'databaseSchema=pages.db.public&limit=3&fields=*',
  'databaseSchema=pages.db.public&limit=1',
  'database=pages.db&limit=2',
  'service=pages&limit=1000',
  'owner=carla',
  'mine=true',
  'domain=sales',
  'tag={{plain_tag.fullyQualifiedName}}',
  'include=deleted&limit=20',
  'fields=columns,owners,followers,tableConstraints,usageSummary&limit=3',
  'databaseSchema=no.such.schema',
];

const REFUSED = [
  'limit=-1',
  'limit=1001',
  'limit=x',
  'limit=2&limit=3',
  'after=x',
  'before=x',
  'after=a&before=b',
  'fields=nonsense',
  'include=some',
  'nonsense=1',
];

function fill(steps: Steps): void {
  steps.add('service', 'POST /services/databaseServices', { body: { name: 'pages', serviceType: 'Postgres' } });
  steps.add('database', 'POST /databases', { body: { name: 'db', service: 'pages' } });
  steps.add('schema', 'POST /databaseSchemas', { body: { name: 'public', database: 'pages.db' } });
  for (let at = 0; at < TABLES; at++) {
    const owner = [undefined, 'carla', 'keeper'][at % 3];
    const owners = owner === undefined ? {} : { owners: [{ type: 'user', fullyQualifiedName: owner }] };
    // What the viewer is not told of in a page that the viewer sees.
    const hidden = at % 2 === 0 ? { domains: [{ type: 'domain', id: '{{hidden_domain.id}}' }] } : {};
    const body = {
      ...hidden,
      name: `page${at}`,
      databaseSchema: 'pages.db.public',
      columns: [{ name: 'id', dataType: 'INT' }],
      ...owners,
    };
    steps.add(`table ${at}`, 'POST /tables', { body, save: `page${at}` });
  }
  steps.add('one is deleted', 'DELETE /tables/{{page4.id}}');
}

/** The first pages, each by the cursor of the one before, and back to the first. */
function walk(steps: Steps, path: string, query: string, as: Caller): void {
  const name = (page: number): string => `pages_${page}_${as}`;
  steps.add(`page of ${path} ${query}, ${as}`, `GET ${path}?${query}`, { as, save: name(1) });
  for (let page = 2; page <= PAGES; page++) {
    const after = `{{${name(page - 1)}.paging.after}}`;
    steps.add(`page of ${path} ${query}, ${as}`, `GET ${path}?${query}&after=${after}`, { as, save: name(page) });
  }
  for (let page = PAGES; page > PAGES - 2; page--)
    steps.add(`page before of ${path} ${query}, ${as}`, `GET ${path}?${query}&before={{${name(page)}.paging.before}}`, {
      as,
    });
}
