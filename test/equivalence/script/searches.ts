import { Steps, type Caller, type Chapter } from './step';

const CALLERS: readonly Caller[] = ['admin', 'viewer', 'consumer'];
const INDEX = 'index=table_search_index';
const NAMES = ['invoice_total', 'invoice_lines', 'customer', 'customer_address', 'order_items', 'hidden_invoice'];

/** Queries with all parts of the language, each asked by those who see all and by those who do not. */
const QUERIES = [
  'q=invoice',
  'q=*',
  'q=',
  'q=invoice%20total',
  'q=%22invoice%20total%22',
  'q=invoice%20AND%20NOT%20total',
  'q=%2Binvoice%20-lines',
  'q=inv*',
  'q=*oice*',
  'q=invoise~1',
  'q=customr',
  'q=/inv.*/',
  'q=name:customer',
  'q=columns.name:amount',
  'q=owners.name:carla',
  'q=tags.tagFQN:{{plain_tag.fullyQualifiedName}}',
  'q=description:%22of%20the%20customer%22~2',
  'q=amount%20OR%20street',
  'q=updatedAt:[2020%20TO%20*]',
  'q=invoice^3%20customer',
  'q=no_such_word_anywhere',
];
const WAYS = [
  'q=invoice&sort_field=name&sort_order=desc',
  'q=invoice&sort_field=updatedAt',
  'q=*&from=2&size=2&sort_field=name',
  'q=*&size=0&include_aggregations=true',
  'q=invoice&fetch_source=false',
  'q=invoice&include_source_fields=name,owners',
  'q=*&deleted=true',
  'q=invoice&track_total_hits=true&size=1',
  'q=invoice&getHierarchy=true',
  `q=*&query_filter=${json({ query: { bool: { must: [{ term: { 'name.keyword': 'customer' } }] } } })}`,
  `q=*&query_filter=${json({ query: { match: { description: 'customer' } } })}`,
  `q=*&post_filter=${json({ query: { prefix: { 'name.keyword': 'inv' } } })}`,
  `q=*&aggregations=${json({ services: { terms: { field: 'service.name.keyword' } } })}&size=0`,
  'q=nofield:x&strict=true',
  'q=(',
  'q=x&size=-1',
  'q=x&sort_order=up',
  'q=x&query_filter={',
  'q=a&nonsense=1',
];
const INDICES = [
  'all',
  'topic_search_index',
  'user_search_index',
  'domain_search_index',
  'glossary_term_search_index',
  'tag_search_index',
  'no_such_index',
];

function json(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value));
}

export function searchesChapter(): Chapter {
  const steps = new Steps();
  fill(steps);
  for (const as of CALLERS) {
    for (const query of QUERIES)
      steps.add(`${query}, ${as}`, `GET /search/query?${query}&${INDEX}&sort_field=_score`, { as });
    for (const query of WAYS) steps.add(`${query}, ${as}`, `GET /search/query?${query}&${INDEX}`, { as });
    for (const index of INDICES) steps.add(`index ${index}, ${as}`, `GET /search/query?q=order&index=${index}`, { as });
  }
  steps.add('without a token', 'GET /search/query?q=x', { as: 'nobody' });
  change(steps);
  return steps.chapter('searches');
}

function fill(steps: Steps): void {
  steps.add('service', 'POST /services/databaseServices', { body: { name: 'found', serviceType: 'Postgres' } });
  steps.add('database', 'POST /databases', { body: { name: 'db', service: 'found' } });
  steps.add('schema', 'POST /databaseSchemas', { body: { name: 'public', database: 'found.db' } });
  NAMES.forEach((name, at) => {
    const owner = name.startsWith('hidden') ? 'keeper' : 'carla';
    const owners = at % 2 === 1 ? { owners: [{ type: 'user', fullyQualifiedName: owner }] } : {};
    const columns = [
      { name: 'amount', dataType: 'INT', description: 'what is owed' },
      { name: 'street', dataType: 'TEXT' },
    ];
    const tags = at === 0 ? { tags: [{ tagFQN: '{{plain_tag.fullyQualifiedName}}', source: 'Classification' }] } : {};
    const description = `One row for each ${name.replace('_', ' ')} of the customer`;
    steps.add(`table ${name}`, 'POST /tables', {
      body: {
        name,
        databaseSchema: 'found.db.public',
        description,
        columns: columns.slice(0, 1 + (at % 2)),
        ...owners,
        ...tags,
      },
      save: `found_${name}`,
    });
  });
}

/** What is written is found by the next search. */
function change(steps: Steps): void {
  const find = (what: string, q: string): void => steps.add(what, `GET /search/query?q=${q}&${INDEX}`);
  steps.add('rename', 'PATCH /tables/{{found_customer.id}}', {
    body: [{ op: 'replace', path: '/name', value: 'client' }],
  });
  find('the new name', 'client');
  find('the old name', 'name:customer');
  steps.add('describe', 'PATCH /tables/{{found_invoice_lines.id}}', {
    body: [{ op: 'replace', path: '/description', value: 'zebra crossing' }],
  });
  find('the new description', 'zebra');
  steps.add('delete', 'DELETE /tables/{{found_invoice_total.id}}');
  find('what is deleted', 'invoice');
  steps.add('what is deleted, asked for', `GET /search/query?q=invoice&deleted=true&${INDEX}`);
  steps.add('restore', 'PUT /tables/restore', { body: { id: '{{found_invoice_total.id}}' } });
  find('what is restored', 'invoice');
  steps.add('rename the service', 'PATCH /services/databaseServices/name/found', {
    body: [{ op: 'replace', path: '/name', value: 'lost' }],
  });
  find('by the service', 'service.name:lost');
  find('by its old name', 'service.name:found');
}
