import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operationsOf, type OpenApi, type Operation } from '../../hidden-objects/document';
import { documentedTypes, type DocumentedType } from '../../hidden-objects/entity-types';
import { inlined } from '../../support/openapi';

const FILE = resolve(__dirname, '../../../docs/openapi.json');

/** Types in an order in which each finds what its example names. */
const RANKS: readonly RegExp[] = [
  /^(policy|role|team|user|classification|glossary|domain|testDefinition|.*Service)$/,
  /^(tag|glossaryTerm|dataProduct|database|apiCollection|chart|container|topic|pipeline|dashboard|dashboardDataModel|mlmodel|searchIndex)$/,
  /^(databaseSchema|apiEndpoint)$/,
  /^(table|storedProcedure|query)$/,
  /^(testSuite|testCase|dataContract)$/,
];

export interface Described {
  readonly types: readonly DocumentedType[];
  readonly operations: readonly Operation[];
}

/** What the API document of this checkout describes, without what is not asked. */
export function described(): Described {
  const document = inlined(JSON.parse(readFileSync(FILE, 'utf8')) as OpenApi);
  const rankOf = ({ type }: DocumentedType): number => {
    const rank = RANKS.findIndex((names) => names.test(type));
    return rank < 0 ? RANKS.length : rank;
  };
  const types = documentedTypes(document)
    .filter(({ collection }) => !collection.startsWith('/api/v1/events/'))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return { types, operations: operationsOf(document) };
}

/** Its path as steps name it. */
export const pathOf = ({ collection }: DocumentedType): string => collection.replace('/api/v1', '');
