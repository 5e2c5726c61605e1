import { ApiError } from '../api/service/api-error';
import { ENTITY_TYPES, typeLabel } from '../api/entity-types';
import { inWords } from './changes/value-words';

/** A right that a policy can give. */
export interface Right {
  readonly operation: string;
  readonly resource: string;
}

const ACTIONS: Readonly<Record<string, string>> = {
  ViewBasic: 'see',
  ViewAll: 'see all of',
  EditAll: 'change',
  EditLineage: 'change the lineage of',
  Create: 'make',
  Delete: 'delete',
  ValidateContract: 'validate',
  ManageContractPolicy: 'manage the policies of',
  EditOwners: 'change the owners of',
  EditTags: 'change the tags of',
  EditDescription: 'change the description of',
  EditTests: 'change the tests of',
  CheckData: 'have checks computed on',
  CrawlData: 'crawl',
};

const THINGS: Readonly<Record<string, string>> = {
  setting: 'the settings of the service',
  audit: 'the audit',
  dataContract: 'contracts',
  policy: 'policies',
  query: 'queries',
  glossary: 'glossaries',
  All: 'everything',
};

/** The right that an answer says is lacking; undefined where it says it otherwise. */
export function rightLacking(error: unknown): Right | undefined {
  if (!(error instanceof ApiError) || !error.isForbidden) return undefined;
  const [, operation, resource] = /operations? \[?(\w+)(?:[^\]]*\])? on (\w+)/.exec(error.message) ?? [];
  return operation !== undefined && resource !== undefined ? { operation, resource } : undefined;
}

const actionOf = (operation: string): string =>
  ACTIONS[operation] ?? inWords(`${operation.charAt(0).toLowerCase()}${operation.slice(1)}`);

/** `see tables`, `change the settings of the service`. */
export const rightInWords = ({ operation, resource }: Right): string =>
  `${actionOf(operation)} ${THINGS[resource] ?? plural(resource)}`;

/** `change the tags of orders`, of one entity by its name. */
export const rightOnInWords = (operation: string, name: string): string => `${actionOf(operation)} ${name}`;

function plural(resource: string): string {
  const label = resource in ENTITY_TYPES ? typeLabel(resource) : inWords(resource);
  const name = /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return /[xs]$/.test(name) ? `${name}es` : `${name}s`;
}

/** Those who may write the contract of an asset, by the names of its owners. */
export function contractWriters(owners: readonly string[]): string {
  const others = 'people with a role for it, such as data stewards,';
  return owners.length > 0
    ? `Only its owners (${owners.join(', ')}) and ${others} may write its contract.`
    : `It has no owner: only ${others} may write its contract.`;
}

/** Why a user may not do or see something, and who can change that. */
export function refusalText(right: Right | undefined): string {
  const lacking =
    right === undefined
      ? 'None of your roles gives the right to this.'
      : `It takes the right to ${rightInWords(right)} (${right.operation} on ${right.resource}), which none of your roles gives.`;
  return `${lacking} An administrator can give it to you by a role.`;
}

/** An error for a person: no name of a right, class or type of the API without its words. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.isForbidden) return refusalText(rightLacking(error));
  return error instanceof Error ? error.message : String(error);
}
