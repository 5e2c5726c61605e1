import { joinFqn } from '../../fqn';
import type { Condition } from '../../query/list-question';
import { entityLink } from '../../types/quality/entity-link';
import { cells, type Cell } from '../cells/layout';

export type RowBody = Readonly<Record<string, unknown>>;

/** The types that have files with one row for each entity. */
export type RowType = 'glossaryTerm' | 'team' | 'user' | 'testCase';

/** The layout of a CSV with one row for each entity of a type in one container. */
export interface RowLayout {
  readonly type: RowType;
  /** Type of the container. */
  readonly path: string;
  /** The cells of every row, in order. */
  readonly cells: readonly Cell[];
  /** Headers that every row needs. */
  readonly needed: readonly string[];
  /** Members of the body that are no part of the file: they are written with other entities. */
  readonly without: readonly string[];
  /** SQL on `e`: is in the container with the bound node, on a path of entities that match `seen`. */
  readonly lying: (node: string, seen: (node: string) => string) => string;
  /** The body with the members that follow from the container. */
  readonly inPlace: (body: RowBody, path: string) => RowBody;
  /** FQN of the entity of a body; absent if the body does not name it. */
  readonly fqn: (body: RowBody) => string | undefined;
  /** FQNs of the entities of the type that it lies in, and the header of their cell. */
  readonly above: (body: RowBody) => readonly string[];
  readonly aboveHeader: string;
  /** A member with references to others of the type, which may stand in rows below. */
  readonly beside?: string;
  /** Why an entity is outside the container, by the header of the cell; absent: it is inside, or `above` decides. */
  readonly elsewhere?: (
    body: RowBody,
    path: string,
  ) => { readonly field: string; readonly message: string } | undefined;
}

const NAME: Cell = { header: 'name', member: 'name', kind: 'text' };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** References by name; others are checked with the body. */
export const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown) => (typeof item === 'string' ? [item] : []));

const ownName = ({ name }: RowBody): string | undefined =>
  textOf(name) === undefined ? undefined : joinFqn(undefined, name as string);

const TERMS: RowLayout = {
  type: 'glossaryTerm',
  path: 'glossary',
  cells: [
    NAME,
    ...cells('', {
      parent: 'text',
      displayName: 'text',
      description: 'text',
      synonyms: 'names',
      relatedTerms: 'names',
      entityStatus: 'text',
      owners: 'references',
      reviewers: 'references',
      tags: 'labels',
      domains: 'names',
      more: 'rest',
    }),
  ],
  needed: ['name'],
  without: ['glossary', 'children'],
  lying: (node) => `e.root = ${node}::bigint`,
  inPlace: (body, path) => ({ ...body, glossary: path }),
  fqn: ({ name, parent, glossary }) =>
    textOf(name) === undefined ? undefined : joinFqn(textOf(parent) ?? textOf(glossary), name as string),
  above: ({ parent }) => (textOf(parent) === undefined ? [] : [parent as string]),
  aboveHeader: 'parent',
  beside: 'relatedTerms',
};

const TEAMS: RowLayout = {
  type: 'team',
  path: 'team',
  cells: [
    NAME,
    ...cells('', {
      displayName: 'text',
      description: 'text',
      teamType: 'text',
      parents: 'names',
      email: 'text',
      isJoinable: 'boolean',
      defaultRoles: 'names',
      policies: 'names',
      owners: 'references',
      domains: 'names',
      more: 'rest',
    }),
  ],
  needed: ['name', 'teamType'],
  without: ['users', 'children'],
  lying: (node, seen) => `e.node in (
    with recursive below as (
      select r.from_node from entity_reference r where r.relation = 'parents' and r.to_node = ${node}::bigint
      union
      select r.from_node from below b join entity_reference r on r.relation = 'parents' and r.to_node = b.from_node
       where ${seen('b.from_node')})
    select from_node from below)`,
  inPlace: (body, path) => ({ ...body, parents: body.parents ?? [path] }),
  fqn: ownName,
  above: ({ parents }) => namesIn(parents),
  aboveHeader: 'parents',
};

const USERS: RowLayout = {
  type: 'user',
  path: 'team',
  cells: [
    NAME,
    ...cells('', {
      email: 'text',
      displayName: 'text',
      description: 'text',
      isAdmin: 'boolean',
      isBot: 'boolean',
      timezone: 'text',
      teams: 'names',
      roles: 'names',
      domains: 'names',
      more: 'rest',
    }),
  ],
  needed: ['name', 'email'],
  without: [],
  lying: (node) =>
    `e.node in (select r.from_node from entity_reference r where r.relation = 'teams' and r.to_node = ${node}::bigint)`,
  inPlace: (body, path) => ({ ...body, teams: body.teams ?? [path] }),
  fqn: ownName,
  above: () => [],
  aboveHeader: 'teams',
  elsewhere: ({ teams }, path) =>
    namesIn(teams).includes(path) ? undefined : { field: 'teams', message: `does not name ${path}` },
};

const TEST_CASES: RowLayout = {
  type: 'testCase',
  path: 'table',
  cells: [
    NAME,
    ...cells('', {
      entityLink: 'text',
      testDefinition: 'text',
      parameterValues: 'parameters',
      displayName: 'text',
      description: 'text',
      computePassedFailedRowCount: 'boolean',
      owners: 'references',
      tags: 'labels',
      more: 'rest',
    }),
  ],
  needed: ['name', 'entityLink', 'testDefinition'],
  without: [],
  lying: (node) => `e.parent = ${node}::bigint`,
  inPlace: (body) => body,
  fqn: ({ name, entityLink: link }) => {
    const tested = entityLink.parse(textOf(link) ?? '');
    return tested && textOf(name) !== undefined ? joinFqn(tested.fqn, ...tested.between, name as string) : undefined;
  },
  above: () => [],
  aboveHeader: 'entityLink',
  elsewhere: ({ entityLink: link }, path) => {
    const tested = entityLink.parse(textOf(link) ?? '');
    // A malformed link is reported with the body.
    if (!tested || tested.fqn === path) return undefined;
    return { field: 'entityLink', message: `is not of ${path} or of a column of it` };
  },
};

/** The layouts by the type of their rows. */
export const ROW_LAYOUTS: Readonly<Record<RowType, RowLayout>> = {
  glossaryTerm: TERMS,
  team: TEAMS,
  user: USERS,
  testCase: TEST_CASES,
};

/**
 * Condition: is in the container with the node, as far as a reader sees it.
 * @param sight visibility of the reader, for the function `sees`; undefined: all
 */
export function lyingIn({ lying, path }: RowLayout, node: string, sight: unknown): Condition {
  if (typeof sight !== 'string') return { name: `of-${path}`, value: node, sql: (bound) => lying(bound, () => 'true') };
  const value = JSON.stringify({ node, sight: JSON.parse(sight) as unknown });
  const sql = (bound: string): string =>
    lying(`(${bound}::jsonb ->> 'node')`, (one) => `sees(${one}, ${bound}::jsonb -> 'sight')`);
  return { name: `seen-of-${path}`, value, sql };
}

/** The headers of a layout in the order of an export. */
export const headersOf = ({ cells: all }: RowLayout): string[] => all.map(({ header }) => header);

/** A body without what is no part of the file. */
export function withoutOthers({ without }: RowLayout, body: RowBody): RowBody {
  return Object.fromEntries(Object.entries(body).filter(([member]) => !without.includes(member)));
}
