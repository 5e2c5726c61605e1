import { entityTypes } from '@app/catalog';

/** Groups of operations that are of no single entity type. */
const GROUPS: Readonly<Record<string, string>> = {
  audit: 'Who changed what and who was refused, for administrators.',
  'contract changes': 'What a change of a contract or of an asset would break, and whom it reaches.',
  data: 'Sources that the service reads itself: access, tests of connections, runs.',
  dbt: 'Contracts and tests from the artifacts of a dbt project.',
  events: 'What changed in the catalog.',
  governance: 'The life of contracts: how they may be changed, who relies on them.',
  identity: 'Logins, tokens, passwords and permissions.',
  ingestion: 'Settings that connectors ask for.',
  lineage: 'Edges between assets and their columns: written, read as a graph, exported.',
  'metadata types': 'The types of the catalog and their custom properties.',
  notifications: 'Who is notified of what happens: subscriptions, and what was sent to them.',
  objectives: 'What contracts aim at, and what is left of their error budgets.',
  odcs: 'Contracts as documents of the Open Data Contract Standard.',
  openlineage: 'Events of OpenLineage, and how their names become assets.',
  overview: 'Over all contracts: counts, what broke and recovered, coverage.',
  results: 'The results of contracts: pushed, listed, summed up.',
  search: 'Search over all assets.',
  system: 'Health, version, keys and queues of the service.',
  usage: 'How often assets are used.',
  validation: 'Runs of contracts: asked for, watched, cancelled, scheduled.',
};

/** Every group of the document with what it holds; an operation is in exactly one. */
export function documentTags(): { readonly name: string; readonly description: string }[] {
  const ofTypes = entityTypes.all().map(({ collection, description }) => [collection, description] as const);
  return [...ofTypes, ...Object.entries(GROUPS)]
    .map(([name, description]) => ({ name, description }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
