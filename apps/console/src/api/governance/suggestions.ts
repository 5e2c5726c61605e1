import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type Suggestion = Schemas['SuggestedContract'];
export type SuggestedLine = Schemas['SuggestedLine'];
export type SuggestedTest = Schemas['SuggestedTest'];

/** Profiles and refreshes that are compared: those of a quarter. */
export const DAYS = 90;

type SubjectType = Schemas['SuggestionDtoEntity']['type'];

/** Asks what a contract of an asset could promise by what is known of it. Asked once, and again after a profile of the table. */
export const suggestionQuery = (type: string, fqn: string) =>
  queryOptions({
    queryKey: ['suggestion', type, fqn],
    queryFn: ({ signal }) => {
      const entity = { type: type as SubjectType, fullyQualifiedName: fqn };
      return answerOf(api.POST('/api/v1/dataContracts/suggest', { body: { entity, days: DAYS }, signal }));
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** Makes a test case; one of that name becomes what is said here, so that it can be repeated. */
export const storeTestCase = (body: SuggestedTest): Promise<Schemas['TestCase']> =>
  answerOf(api.PUT('/api/v1/dataQuality/testCases', { body: body as Schemas['CreateTestCase'] }));
