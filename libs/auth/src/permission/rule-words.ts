import { OPERATIONS, type ErrorDetail } from '@app/common';
import { parseCondition } from './condition';

/** Operations that clients of OpenMetadata send and the catalog does not distinguish: a rule may name them, and they decide nothing. */
const FOREIGN_OPERATIONS = [
  ...['BulkCreate', 'CreateIngestionPipelineAutomator', 'CreateTests', 'ViewUsage', 'ViewTests', 'ViewQueries'],
  ...['ViewDataProfile', 'ViewProfilerGlobalConfiguration', 'ViewTestCaseFailedRowsSample', 'ViewCustomFields'],
  ...['BulkUpdate', 'EditCustomFields', 'EditDataProfile', 'EditDisplayName', 'EditEntityRelationship', 'EditPolicy'],
  ...['EditQueries', 'EditReviewers', 'EditRole', 'EditSampleData', 'EditStatus', 'EditGlossaryTerms', 'EditTeams'],
  ...['EditTier', 'EditCertification', 'EditUsage', 'EditUsers', 'EditLifeCycle', 'EditKnowledgePanel', 'EditPage'],
  ...['EditIngestionPipelineStatus', 'EditUserNotificationTemplate', 'DeleteTestCaseFailedRowsSample', 'Deploy'],
  ...['Trigger', 'Kill', 'GenerateToken', 'EditScim', 'CreateScim', 'DeleteScim', 'ViewScim', 'Impersonate'],
  ...['AuditLogs', 'ViewTestDefinitionLibrary', 'EditTestDefinitionLibrary'],
];
const KNOWN_OPERATIONS: readonly string[] = ['All', ...OPERATIONS];
const TAKEN_OPERATIONS: ReadonlySet<string> = new Set([...KNOWN_OPERATIONS, ...FOREIGN_OPERATIONS]);

/** Functions of OpenMetadata's conditions that are taken and cannot be decided here. */
const FOREIGN_FUNCTIONS = [
  ...['isReviewer', 'hasDomain', 'noDomain', 'matchTeam'],
  ...['matchAllTags', 'matchAnyTag', 'matchAnyCertification', 'inAnyTeam', 'hasAnyRole'],
];
const FOREIGN_CALL = new RegExp(`\\b(?:${FOREIGN_FUNCTIONS.join('|')})\\([^()]*\\)`, 'g');

const list = (words: readonly string[]): string => words.join(', ');

export const OPERATION_WORDS =
  `${list(KNOWN_OPERATIONS)}. Taken from clients of OpenMetadata, and without effect: ` + list(FOREIGN_OPERATIONS);
export const CONDITION_WORDS =
  'isOwner() and noOwner(), joined by !, &&, || (not, and, or) and ( ). Taken from clients of OpenMetadata: ' +
  `${list(FOREIGN_FUNCTIONS)}; a condition with one of these cannot be decided, so an allow rule with it ` +
  'grants nothing, and a deny rule with it applies to every object';

/** The operations, resources and the condition of a rule of a policy. */
export interface RuleWords {
  readonly operations: readonly string[];
  readonly resources?: readonly string[];
  readonly condition?: string;
}

/**
 * Words of rules that would silently do nothing, or not what they look like.
 * @param stored the rules before the write: what was taken once stays
 * @param resources what rules can be about, by its name in small letters
 */
export function* ruleWordFaults(
  rules: readonly RuleWords[],
  stored: readonly RuleWords[],
  resources: ReadonlyMap<string, string>,
): Generator<ErrorDetail> {
  const kept = new Set(
    stored.flatMap(({ operations, resources: of = [], condition = '' }) => [...operations, ...of, condition]),
  );
  for (const [i, { operations, resources: of = [], condition = '' }] of rules.entries()) {
    for (const [j, operation] of operations.entries())
      if (!TAKEN_OPERATIONS.has(operation) && !kept.has(operation))
        yield fault(`rules[${i}].operations[${j}]`, operation, OPERATION_WORDS);
    for (const [j, resource] of of.entries()) {
      const meant = resources.get(resource.toLowerCase()) ?? resource;
      if (meant !== resource && resource !== 'all' && !kept.has(resource))
        yield fault(`rules[${i}].resources[${j}]`, resource, meant);
    }
    if (!isReadable(condition) && !kept.has(condition))
      yield fault(`rules[${i}].condition`, condition, CONDITION_WORDS);
  }
}

function isReadable(condition: string): boolean {
  return condition.trim() === '' || parseCondition(condition.replaceAll(FOREIGN_CALL, 'isOwner()')) !== undefined;
}

const LONGEST_ECHO = 100;

function fault(field: string, got: string, known: string): ErrorDetail {
  return { field, message: `"${got.slice(0, LONGEST_ECHO)}" is not known; known: ${known}` };
}
