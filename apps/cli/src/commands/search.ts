import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../command-line/command-spec';
import { wholeNumber } from '../command-line/shared-options';
import { refused, EXIT } from '../cli-error';
import { isObject } from '../document/document-file';
import { type Finding, type Outcome, type Report, type Row, caseOf, count } from '../report/report';

interface SearchOptions {
  readonly index?: string;
  readonly size: number;
  readonly from: number;
  readonly sort?: string;
  readonly ascending?: boolean;
}

export const search = defineCommand<SearchOptions>({
  name: 'search',
  summary: 'Find assets by words',
  takes: '<QUERY...>',
  options: [
    new Option('--index <INDEX>', 'What to search, such as table or topic_search_index (default: all)'),
    new Option('--size <COUNT>', 'How many hits, 0 to 1000').default(10).argParser(wholeNumber(0, 1000)),
    new Option('--from <COUNT>', 'How many hits to skip').default(0).argParser(wholeNumber(0, 10_000)),
    new Option('--sort <FIELD>', 'By a field, such as name or updatedAt (default: relevance)'),
    new Option('--ascending', 'Smallest first, with --sort'),
  ],
  examples: [
    'search orders',
    'search "customer email" --index table --size 20',
    "search 'name:fact_* AND owner:dana' --output json",
  ],
  run: find,
});

async function find({ args, options }: Invocation<SearchOptions>, context: CommandContext): Promise<Outcome> {
  const q = args.join(' ');
  const query = {
    ...{ q, index: options.index, size: options.size, from: options.from },
    sort_field: options.sort,
    sort_order: options.ascending ? 'asc' : undefined,
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
  const warnings = Array.isArray(answer.warnings) ? answer.warnings.filter(isObject) : [];
  return {
    title: `search ${q}`,
    exitCode: EXIT.passed,
    summary: `${atLeast}${count(total, 'hit')}${typeof rewrittenQuery === 'string' ? ` for ${rewrittenQuery}` : ''}`,
    sections: [
      { columns: ['type', 'name', 'description'], rows: hits.map(hitRow) },
      { rows: warnings.map(({ message }) => ({ cells: [String(message)], tone: 'doubtful' })) },
    ],
    findings: warnings.map(warningOf),
    cases: [caseOf('search', q)],
    data: {
      ...{ total, hits },
      ...(rewrittenQuery === undefined ? {} : { rewrittenQuery }),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** The warning about a field that the query names and nothing has. */
function warningOf({ message }: Json): Finding {
  return { level: 'warning', title: 'Unknown field', message: String(message) };
}

/** Characters of a description, so that it fits a line. */
const LONGEST = 80;

function hitRow({ _source, _index, _id }: Json): Row {
  const source = isObject(_source) ? _source : {};
  const description = typeof source.description === 'string' ? source.description.trim() : '';
  const cut = description.length > LONGEST ? `${description.slice(0, LONGEST - 1)}…` : description;
  const name = source.fullyQualifiedName ?? source.name ?? _id;
  return { cells: [String(source.entityType ?? _index ?? ''), String(name), cut] };
}
