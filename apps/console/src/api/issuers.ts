import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';

/** Outside issuers by which people sign in; where they cannot be asked for there is no button, and a password does. */
export const issuersQuery = queryOptions({
  queryKey: ['issuers'],
  queryFn: async ({ signal }) => (await answerOf(api.GET('/api/v1/users/login/issuers', { signal }))).data,
  staleTime: Infinity,
});
