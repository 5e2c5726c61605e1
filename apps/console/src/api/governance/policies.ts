import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type EffectivePolicy = Schemas['EffectiveContractPolicy'];
export type ContractPolicy = Schemas['ContractPolicy'];
export type PolicyBody = Schemas['ContractPolicyDto'];
export type PolicyScopeType = NonNullable<PolicyBody['scope']>['type'];

const PAGE_SIZE = 25;
/** Scopes that the reader owns and a form suggests. */
const MOST_OWNED = 50;

/** The policy that applies to one contract, with the source of each section. */
export const effectivePolicyQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'policy'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/dataContracts/{id}/policy', { params: { path: { id: contract } }, signal })),
  });

/** A page of the policies of contracts, by the type of their scope and its name. */
export const policiesQuery = (scopeType: PolicyScopeType | undefined, after: string | undefined) =>
  queryOptions({
    queryKey: ['governance', 'policies', scopeType, after],
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, scopeType, after } };
      return answerOf(api.GET('/api/v1/dataContracts/policies', { params, signal }));
    },
  });

/** Rows of a list that is looked through. */
const MOST_LISTED = 1000;

/** All policies of a type of scope. */
async function policiesOf(scopeType: PolicyScopeType, signal: AbortSignal): Promise<readonly ContractPolicy[]> {
  const found: ContractPolicy[] = [];
  for (let after: string | undefined; ;) {
    const params = { query: { limit: MOST_LISTED, scopeType, after } };
    const { data, paging } = await answerOf(api.GET('/api/v1/dataContracts/policies', { params, signal }));
    found.push(...data);
    if (paging.after === undefined) return found;
    after = paging.after;
  }
}

/** All policies of a type of scope: among them the one that a new one would replace, and that of one contract. */
export const scopePoliciesQuery = (scopeType: PolicyScopeType) =>
  queryOptions({
    queryKey: ['governance', 'policies', 'of scope', scopeType],
    queryFn: ({ signal }) => policiesOf(scopeType, signal),
  });

/** Sets the policy of a scope, in place of the one that it has. */
export const setPolicy = (body: PolicyBody): Promise<ContractPolicy> =>
  answerOf(api.PUT('/api/v1/dataContracts/policies', { body }));

export const removePolicy = (policyId: string): Promise<ContractPolicy> =>
  answerOf(api.DELETE('/api/v1/dataContracts/policies/{policyId}', { params: { path: { policyId } } }));

/** Domains, data products and contracts that one of these users and teams owns, by their ids. */
export const ownedScopesQuery = (ownerIds: readonly string[]) =>
  queryOptions({
    queryKey: ['governance', 'owned scopes', ownerIds],
    enabled: ownerIds.length > 0,
    queryFn: async ({ signal }) => {
      const types = ['domain', 'dataProduct', 'dataContract'];
      const must = [{ terms: { entityType: types } }, { terms: { 'owners.id': ownerIds } }];
      const query = {
        q: '*',
        query_filter: JSON.stringify({ query: { bool: { must } } }),
        size: MOST_OWNED,
        include_aggregations: false,
        include_source_fields: 'id,entityType,fullyQualifiedName',
      };
      const { hits } = await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }));
      return (hits.hits ?? []).flatMap(({ _source }) => scopeOf(_source));
    },
  });

export interface OwnedScope {
  readonly id: string;
  readonly entityType: string;
  readonly fullyQualifiedName: string;
}

const scopeOf = ({ id, entityType, fullyQualifiedName }: Schemas['SearchDocument'] = {}): OwnedScope[] =>
  id === undefined || entityType === undefined || fullyQualifiedName === undefined
    ? []
    : [{ id, entityType, fullyQualifiedName }];

type Assignee = Schemas['PolicyAssignee'];

/** The user or team to whom a policy assigns incidents, by its name. */
export const assigneeQuery = (of: Assignee | undefined) =>
  queryOptions({
    queryKey: ['governance', 'assignee', of?.id],
    enabled: of?.id !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { id: of?.id ?? '' } };
      const type = of?.type ?? 'user';
      const { fullyQualifiedName = '' } =
        type === 'team'
          ? await answerOf(api.GET('/api/v1/teams/{id}', { params, signal }))
          : await answerOf(api.GET('/api/v1/users/{id}', { params, signal }));
      return { type, fullyQualifiedName };
    },
  });
