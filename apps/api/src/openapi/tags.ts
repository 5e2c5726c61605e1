import { entityTypes } from '@app/catalog';

/** Groups of operations that are of no single entity type. */
const GROUPS: Readonly<Record<string, string>> = {
  audit: 'Changes and refusals by user, for administrators.',
  'contract changes': 'Breaking changes of a contract or of an asset, and the consumers that they affect.',
  data: 'Sources that the service reads itself: access, tests of connections, runs.',
  dbt: 'Contracts and tests from the artifacts of a dbt project.',
  events: 'Change events of the catalog.',
  governance: 'Life cycle of contracts: change policies, proposals, consumers.',
  identity: 'Logins, tokens, passwords and permissions.',
  ingestion: 'Settings requested by connectors.',
  lineage: 'Edges between assets and their columns: written, read as a graph, exported.',
  'metadata types': 'The types of the catalog and their custom properties.',
  notifications: 'Subscriptions to events, and their deliveries.',
  objectives: 'Service level objectives of contracts, and what remains of their error budgets.',
  odcs: 'Contracts as documents of the Open Data Contract Standard.',
  openlineage: 'Events of OpenLineage, and how their names become assets.',
  overview: 'Figures over all contracts: counts, failures and recoveries, coverage.',
  results: 'The results of contracts: pushed, listed, summed up.',
  search: 'Search over all assets.',
  system: 'Health, version, keys and queues of the service.',
  usage: 'How often assets are used.',
  validation: 'Runs of contracts: request, follow, cancel, schedule.',
};

/** Every group of the document with its content; an operation is in exactly one. */
export function documentTags(): { readonly name: string; readonly description: string }[] {
  const ofTypes = entityTypes.all().map(({ collection, description }) => [collection, description] as const);
  return [...ofTypes, ...Object.entries(GROUPS)]
    .map(([name, description]) => ({ name, description }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
