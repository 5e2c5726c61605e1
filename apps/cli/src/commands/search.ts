import type { CommandSpec, Invocation } from '../arguments/command-spec';
import { refused } from '../cli-error';
import type { CommandContext } from '../command-context';
import { isObject } from '../document/document-file';
import { EXIT } from '../exit-code';
import { count } from '../report/counted';
import type { Outcome, Report, Row } from '../report/report';

export const search: CommandSpec = {
  name: 'search',
  summary: 'Find assets by words',
  positional: { name: 'QUERY', least: 1, most: Infinity },
  options: [
    {
      name: 'index',
      value: 'INDEX',
      description: 'What to search, such as table or topic_search_index (default: all)',
    },
    { name: 'size', value: 'COUNT', description: 'How many, 0 to 1000 (default: 10)' },
    { name: 'from', value: 'COUNT', description: 'How many to pass over (default: 0)' },
    { name: 'sort', value: 'FIELD', description: 'By a field, such as name or updatedAt (default: relevance)' },
    { name: 'ascending', description: 'Smallest first, with --sort' },
  ],
  examples: [
    'search orders',
    'search "customer email" --index table --size 20',
    "search 'name:fact_* AND owner:dana' --output json",
  ],
  reports: true,
  remote: true,
  run: find,
};

async function find({ positionals, options }: Invocation, context: CommandContext): Promise<Outcome> {
  const q = positionals.join(' ');
  const query = {
    ...{ q, index: options.text('index') },
    size: options.integer('size', { least: 0, most: 1000, fallback: 10 }),
    from: options.integer('from', { least: 0, most: 10_000, fallback: 0 }),
    sort_field: options.text('sort'),
    sort_order: options.flag('ascending') ? 'asc' : undefined,
  };
  const service = await context.service();
  return { report: searchReport(q, await service.json({ path: '/search/query', query, what: 'Searching' })) };
}

type Json = Readonly<Record<string, unknown>>;

/** Nothing found is an answer, not a failure. */
export function searchReport(q: string, answer: Json): Report {
  if (!isObject(answer.hits) || !Array.isArray(answer.hits.hits))
    throw refused('the service answered a search without hits');
  const hits = answer.hits.hits.filter(isObject);
  const total = isObject(answer.hits.total) ? Number(answer.hits.total.value) : hits.length;
  const atLeast = isObject(answer.hits.total) && answer.hits.total.relation === 'gte' ? 'at least ' : '';
  const { rewrittenQuery } = answer;
  return {
    title: `search ${q}`,
    exitCode: EXIT.passed,
    summary: `${atLeast}${count(total, 'hit')}${typeof rewrittenQuery === 'string' ? ` for ${rewrittenQuery}` : ''}`,
    sections: [{ columns: ['type', 'name', 'description'], rows: hits.map(hitRow) }],
    findings: [],
    cases: [{ group: 'search', name: q, outcome: 'passed' }],
    data: { total, hits, ...(rewrittenQuery === undefined ? {} : { rewrittenQuery }) },
  };
}

/** Of a description, what fits a line. */
const LONGEST = 80;

function hitRow({ _source, _index, _id }: Json): Row {
  const source = isObject(_source) ? _source : {};
  const description = typeof source.description === 'string' ? source.description.trim() : '';
  const cut = description.length > LONGEST ? `${description.slice(0, LONGEST - 1)}…` : description;
  const name = source.fullyQualifiedName ?? source.name ?? _id;
  return { cells: [String(source.entityType ?? _index ?? ''), String(name), cut] };
}
