import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api, readJson } from './client';

interface Permission {
  readonly operation: string;
  readonly access: string;
}

interface ResourcePermissions {
  readonly resource: string;
  readonly permissions: readonly Permission[];
}

/** Permissions change rarely; a refusal by the server is shown in any case. */
const STALE_MS = 60_000;

const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/v1/permissions', { signal })),
  staleTime: STALE_MS,
});

const allows = ({ access }: Permission): boolean => access === 'allow';
const mayAllow = ({ access }: Permission): boolean => access !== 'deny' && access !== 'notAllow';

/** Whether the signed-in user may do this to some entity of a type; false until it is known. */
export function useMayDo(resource: string, ...operations: string[]): boolean {
  const { data } = useQuery(permissionsQuery);
  const found = data?.data.find((one) => one.resource === resource)?.permissions ?? [];
  return found.some((one) => operations.includes(one.operation) && mayAllow(one));
}

/** The same of one entity. */
export function useMayDoTo(resource: string, id: string | undefined, ...operations: string[]): boolean {
  const { data } = useQuery({
    queryKey: ['permissions', resource, id],
    queryFn: ({ signal }) => readJson<ResourcePermissions>(`/api/v1/permissions/${resource}/${id}`, { signal }),
    enabled: id !== undefined,
    staleTime: STALE_MS,
  });
  return data?.permissions.some((one) => operations.includes(one.operation) && allows(one)) ?? false;
}

/** What a rule of a policy can name; nothing until it is known. */
export function useRuleWords(): { readonly operations: ReadonlySet<string>; readonly resources: ReadonlySet<string> } {
  const { data } = useQuery(permissionsQuery);
  const rows = data?.data ?? [];
  return {
    operations: new Set(rows.flatMap(({ permissions }) => permissions.map(({ operation }) => operation))),
    resources: new Set(rows.map(({ resource }) => resource)),
  };
}
