import { setTimeout as delay } from 'node:timers/promises';
import type { RestClient } from '../../support/rest-client';

/** Documents and queries with the hits that each must give: `oracle.e2e-spec.ts` says what the members mean. */
export interface CaseFile {
  readonly services: readonly { name: string; kind: string; serviceType: string }[];
  readonly classifications: readonly {
    name: string;
    description: string;
    tags: readonly { name: string; description: string }[];
  }[];
  readonly users: readonly object[];
  readonly teams: readonly { name: string }[];
  readonly glossaries: readonly { name: string; description?: string }[];
  readonly docs: readonly CaseDocument[];
  readonly cases: readonly SearchCase[];
}

export interface CaseDocument {
  readonly type: string;
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly service?: string;
  readonly glossary?: string;
  readonly tags?: readonly string[];
  readonly tier?: string;
  readonly owners?: readonly string[];
  readonly columns?: readonly object[];
  readonly deleted?: boolean;
}

export interface SearchCase {
  readonly id: string;
  readonly q: string;
  readonly also?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly hits?: readonly string[];
  readonly order?: readonly string[];
  readonly first?: string;
  readonly last?: string;
  readonly error?: number;
  readonly at?: readonly number[];
  readonly says?: string;
  readonly aggs?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly rewritten?: boolean;
  readonly totalAbsent?: boolean;
}

/** What a type needs beside what the documents give. */
const LEAST: Readonly<Record<string, object>> = {
  topic: { partitions: 1 },
  mlmodel: { algorithm: 'regression' },
  table: { columns: [] },
};
const COLLECTIONS: Readonly<Record<string, string>> = { glossaryTerm: 'glossaryTerms' };

interface MadeDocument {
  readonly id: string;
  readonly updatedAt: number;
}

/** Makes the entities of a case file, in its order. Returns id and updatedAt by name. */
export async function makeDocuments(client: RestClient, file: CaseFile): Promise<ReadonlyMap<string, MadeDocument>> {
  await makeSurroundings(client, file);
  const made = new Map<string, MadeDocument>();
  for (const document of file.docs) {
    const collection = COLLECTIONS[document.type] ?? `${document.type}s`;
    const entity = await client.must<MadeDocument>('PUT', `/${collection}`, bodyOf(document, file));
    if (document.deleted) await client.must('DELETE', `/${collection}/${entity.id}`);
    // The cases sort by updatedAt, which counts milliseconds: the next document must not share this one's.
    await delay(3);
    made.set(document.name, entity);
  }
  for (const { name, type } of file.docs) {
    const collection = COLLECTIONS[type] ?? `${type}s`;
    const { id } = made.get(name) as MadeDocument;
    made.set(name, await client.must<MadeDocument>('GET', `/${collection}/${id}?include=all`));
  }
  return made;
}

async function makeSurroundings(client: RestClient, file: CaseFile): Promise<void> {
  for (const { name, kind, serviceType } of file.services) {
    await client.must('PUT', `/services/${kind}Services`, { name, serviceType });
    if (kind !== 'database') continue;
    await client.must('PUT', '/databases', { name: 'main', service: name });
    await client.must('PUT', '/databaseSchemas', { name: 'pub', database: `${name}.main` });
  }
  for (const { name, description, tags } of file.classifications) {
    await client.must('PUT', '/classifications', { name, description });
    for (const tag of tags) await client.must('PUT', '/tags', { ...tag, classification: name });
  }
  for (const user of file.users) await client.must('PUT', '/users', user);
  for (const team of file.teams) await client.must('PUT', '/teams', { ...team, teamType: 'Group' });
  for (const glossary of file.glossaries)
    await client.must('PUT', '/glossaries', { description: 'Words', ...glossary });
}

function bodyOf(document: CaseDocument, file: CaseFile): object {
  const { type, name, displayName, description, service, glossary, tags = [], tier, owners, columns } = document;
  const labels = [...tags, ...(tier ? [tier] : [])].map((tagFQN) => ({
    tagFQN,
    source: 'Classification',
    labelType: 'Manual',
    state: 'Confirmed',
  }));
  const isTeam = (owner: string): boolean => file.teams.some((team) => team.name === owner);
  return {
    ...LEAST[type],
    name,
    ...(displayName === undefined ? {} : { displayName }),
    ...(description === undefined ? (type === 'glossaryTerm' ? { description: '' } : {}) : { description }),
    ...(service ? (type === 'table' ? { databaseSchema: `${service}.main.pub` } : { service }) : {}),
    ...(glossary ? { glossary } : {}),
    ...(labels.length ? { tags: labels } : {}),
    ...(owners
      ? { owners: owners.map((owner) => ({ type: isTeam(owner) ? 'team' : 'user', fullyQualifiedName: owner })) }
      : {}),
    ...(columns ? { columns } : {}),
  };
}
