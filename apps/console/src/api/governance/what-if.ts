import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parse } from 'yaml';
import type { OdcsImport } from '../contract-yaml';
import { answerOf, api, type Schemas } from '../service/client';

export type WhatIf = Schemas['ContractWhatIf'];

/** The rights and the evidence may change while the text does not. */
const STALE_MS = 60_000;

/**
 * Asks what a save of the document would come to; nothing is stored. A request for a text that has changed meanwhile is cancelled, and the answer
 * to it stays until there is one to the new text.
 * @param contract its id; absent: a contract that is not there yet
 * @param yaml absent as long as it is no document
 * @param how of an ODCS document, how it is imported
 */
export const whatIfQuery = (contract: string | undefined, yaml: string | undefined, how: OdcsImport = {}) =>
  queryOptions({
    queryKey: ['what-if', contract, yaml, how],
    queryFn: ({ signal }) => {
      const init = { body: { document: parse(yaml ?? '') as Schemas['FreeFormObject'] }, signal };
      return answerOf(
        contract === undefined
          ? api.POST('/api/v1/dataContracts/whatIf', init)
          : api.POST('/api/v1/dataContracts/{id}/whatIf', { ...init, params: { path: { id: contract }, query: how } }),
      );
    },
    enabled: yaml !== undefined,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
