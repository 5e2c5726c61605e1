import { queryOptions, useQueries, useQuery, type QueryClient } from '@tanstack/react-query';
import { useOwnParties } from './governance/own-ids';
import { answerOf, api, type Schemas } from './service/client';

type ResourcePermissions = Schemas['GetEntityPermissionsOutput'];
export type OperationPermission = ResourcePermissions['permissions'][number];

/** Permissions change rarely; a refusal by the server is shown in any case. */
const STALE_MS = 60_000;

const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/v1/permissions', { signal })),
  staleTime: STALE_MS,
});

const allows = ({ access }: OperationPermission): boolean => access === 'allow';
const mayAllow = ({ access }: OperationPermission): boolean => access !== 'deny' && access !== 'notAllow';

const grants = (of: ResourcePermissions | undefined, operation: string): boolean =>
  of?.permissions.some((one) => one.operation === operation && allows(one)) ?? false;

const permissionsOnQuery = (resource: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['permissions', resource, id],
    queryFn: ({ signal }) => {
      const params = { path: { resource, id: id ?? '' } };
      return answerOf(api.GET('/api/v1/permissions/{resource}/{id}', { params, signal }));
    },
    enabled: id !== undefined,
    staleTime: STALE_MS,
  });

/** Permissions of another user on an entity, each with what decided it; for administrators, and for its owners and those of its domain. */
export const permissionsAsQuery = (resource: string, id: string, as: string) =>
  queryOptions({
    queryKey: ['permissions', resource, id, as],
    queryFn: ({ signal }) => {
      const params = { path: { resource, id }, query: { as } };
      return answerOf(api.GET('/api/v1/permissions/{resource}/{id}', { params, signal }));
    },
  });

function usePermissionsOf(resource: string, operation: string): readonly OperationPermission[] {
  const { data } = useQuery(permissionsQuery);
  const found = data?.data.find((one) => one.resource === resource)?.permissions ?? [];
  return found.filter((one) => one.operation === operation);
}

/** Whether the signed-in user may do this to some entity of a type, such as one of their own; false until it is known. */
export function useMayDo(resource: string, operation: string): boolean {
  return usePermissionsOf(resource, operation).some(mayAllow);
}

/** The same of all entities of a type. */
export function useMayDoToAll(resource: string, operation: string): boolean {
  return usePermissionsOf(resource, operation).some(allows);
}

/** Whether it is known that the signed-in user may not do this to all entities of a type; undefined until it is known. */
export function useIsRefused(resource: string | undefined, operation: string | undefined): boolean | undefined {
  const query = useQuery(permissionsQuery);
  const found = usePermissionsOf(resource ?? '', operation ?? '');
  if (resource === undefined || query.isError) return false;
  return query.data === undefined ? undefined : !found.some(allows);
}

/** The same of one entity. */
export function useMayDoTo(resource: string, id: string | undefined, operation: string): boolean {
  const { data } = useQuery(permissionsOnQuery(resource, id));
  return grants(data, operation);
}

/** The same, asked for at once. */
export const mayDoTo = async (queries: QueryClient, resource: string, id: string, operation: string) =>
  grants(await queries.fetchQuery(permissionsOnQuery(resource, id)), operation);

/** Tells which operations the signed-in user may do to an entity; undefined until it is known. */
export function useGrantsOn(resource: string, id: string | undefined): ((operation: string) => boolean) | undefined {
  const { data } = useQuery(permissionsOnQuery(resource, id));
  return data && ((operation) => grants(data, operation));
}

/** Which of these operations the signed-in user may not do to an entity; none until it is known. */
export function useLackedOn<T extends string>(
  resource: string,
  id: string | undefined,
  operations: readonly T[],
): readonly T[] {
  const { data } = useQuery(permissionsOnQuery(resource, id));
  return data === undefined ? [] : operations.filter((operation) => !grants(data, operation));
}

/** Whether the signed-in user decides requests for rights: who can edit the roles and policies that rights follow from. */
export function useMayDecideRights(): boolean {
  const mayEditRoles = useMayDoToAll('role', 'EditAll');
  const mayEditPolicies = useMayDoToAll('policy', 'EditAll');
  return mayEditRoles && mayEditPolicies;
}

interface Owned {
  readonly owners?: readonly { readonly id: string }[] | undefined;
  readonly domains?: readonly { readonly id: string }[] | undefined;
}

const ownersOfDomainQuery = (id: string) =>
  queryOptions({
    queryKey: ['domain', id, 'owners'],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { fields: 'owners' } };
      return (await answerOf(api.GET('/api/v1/domains/{id}', { params, signal }))).owners ?? [];
    },
    staleTime: STALE_MS,
  });

/** Whether the signed-in user reads the rights of others on an asset: an administrator, an owner of it, or one of its domain. */
export function useMayReadRightsOn({ owners = [], domains = [] }: Owned): boolean {
  const isAdministrator = useMayDecideRights();
  const { ids } = useOwnParties();
  const isOwner = owners.some(({ id }) => ids.has(id));
  const asked = isAdministrator || isOwner ? [] : domains;
  const ofDomains = useQueries({ queries: asked.map(({ id }) => ownersOfDomainQuery(id)) });
  return isAdministrator || isOwner || ofDomains.some(({ data = [] }) => data.some(({ id }) => ids.has(id)));
}

/**
 * Whether the user may write the contract of an asset: by a rule for all contracts, or as its owner, who may change it; undefined until
 * it is known. @param id undefined as long as the asset is not known
 */
export function useMayWriteContractOf(type: string, id: string | undefined): boolean | undefined {
  const { data } = useQuery(permissionsQuery);
  const creations = usePermissionsOf('dataContract', 'Create');
  const mayAll = creations.some(allows);
  const depends = !mayAll && creations.some(mayAllow);
  const { data: ofAsset } = useQuery(permissionsOnQuery(type, depends ? id : undefined));
  if (!data) return undefined;
  return depends ? ofAsset && grants(ofAsset, 'EditAll') : mayAll;
}

/** To which of these the user may do this; each is asked for only where it depends on the entity. */
export function useMayDoToEach(resource: string, ids: readonly string[], operation: string): ReadonlySet<string> {
  const found = usePermissionsOf(resource, operation);
  const mayAll = found.some(allows);
  const depends = !mayAll && found.some(mayAllow);
  const answers = useQueries({ queries: depends ? ids.map((id) => permissionsOnQuery(resource, id)) : [] });
  if (mayAll) return new Set(ids);
  return new Set(ids.filter((_, at) => grants(answers[at]?.data, operation)));
}

/** Words that a rule of a policy can name; nothing until they are known. */
export function useRuleWords(): { readonly operations: ReadonlySet<string>; readonly resources: ReadonlySet<string> } {
  const { data } = useQuery(permissionsQuery);
  const rows = data?.data ?? [];
  return {
    operations: new Set(rows.flatMap(({ permissions }) => permissions.map(({ operation }) => operation))),
    resources: new Set(rows.map(({ resource }) => resource)),
  };
}
