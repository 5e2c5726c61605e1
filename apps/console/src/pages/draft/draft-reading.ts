import type { FieldMessage } from '../../api/service/api-error';
import { counted } from '../../ui/changes/value-words';
import { policiesOf, faultOfPolicy } from './draft-access';
import { isRecord, listOf, memberAt, put, textOf, type Edit, type Members, type Path } from './draft-text';
import { faultsOfRule, rulesOf } from '../rules/draft-rules';
import { isWhole, LEVEL_NAMES, LEVELS, spanOf, WHOLE_NUMBER } from './spans';

/** A text of the draft; undefined where it is written in a way that a field cannot show. */
export function plainText(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? undefined : textOf(value);
}

/** Writes a text; an empty one goes. */
export const writeText =
  (path: Path, text: string): Edit =>
  (document) =>
    put(document, path, text === '' ? undefined : text);

/** The place of the terms of use, which may stand below `content`. */
export const termsPath = ({ termsOfUse }: Members): readonly string[] =>
  isRecord(termsOfUse) ? ['termsOfUse', 'content'] : ['termsOfUse'];

const EXTRA_COLUMNS = ['extension', 'schemaPolicy', 'extraColumns'];

export const forbidsOthers = (members: Members): boolean => memberAt(members, EXTRA_COLUMNS) === 'forbid';

export const forbidOthers =
  (forbids: boolean): Edit =>
  (document) =>
    put(document, EXTRA_COLUMNS, forbids ? 'forbid' : undefined);

/** The place in words of a fault that the form itself finds, and the path of its field. */
export interface OwnFault extends FieldMessage {
  readonly place: string;
}

/** Why the draft cannot be sent, as far as the form knows it. */
export function ownFaults(members: Members): OwnFault[] {
  const name =
    plainText(members.name)?.trim() === '' ? [{ field: 'name', place: '', message: 'A contract needs a name' }] : [];
  const rules = rulesOf(members).flatMap((rule) =>
    Object.entries(faultsOfRule(rule)).map(([part, message]) => ({
      field: `semantics[${rule.at}].${part}`,
      place: `Rule ${rule.at + 1}`,
      message,
    })),
  );
  const levels = LEVEL_NAMES.flatMap((level) => {
    const { amount = '' } = spanOf(members, level) ?? {};
    const isRight = amount === '' || isWhole(amount);
    return isRight ? [] : [{ field: `sla.${level}`, place: LEVELS[level].label, message: WHOLE_NUMBER }];
  });
  const policies = policiesOf(members).flatMap((policy) => {
    const message = faultOfPolicy(policy);
    const field = `security.policies[${policy.at}]`;
    return message === undefined ? [] : [{ field, place: `Policy ${policy.at + 1}`, message }];
  });
  return [...name, ...rules, ...levels, ...policies];
}

/** The fault of a field, or of something in it. */
export const faultAt = (faults: readonly FieldMessage[], path: string): string | undefined =>
  faults.find(({ field }) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`))?.message;

/** Members that the form has fields for. */
const SHOWN = new Set([
  ...['name', 'displayName', 'description', 'entity', 'entityStatus', 'termsOfUse'],
  ...['schema', 'semantics', 'qualityExpectations', 'sla', 'security', 'extension', 'odcsQualityRules'],
]);
const SHOWN_OF_COLUMN = new Set([
  ...['name', 'dataType', 'arrayDataType', 'dataTypeDisplay', 'dataLength', 'precision', 'scale'],
  ...['constraint', 'constraints', 'children', 'fullyQualifiedName'],
]);
const SHOWN_OF_LEVELS = new Set(['columnName', ...LEVEL_NAMES.flatMap((level) => LEVELS[level].names)] as string[]);

/** Parts that the draft states and the form has no fields for, in words: they stay as they are. */
export function unshownOf(members: Members): string[] {
  const { schema, semantics, odcsQualityRules, sla, extension, qualityExpectations } = members;
  const more = listOf(schema).filter(
    (column) => !isRecord(column) || Object.keys(column).some((name) => !SHOWN_OF_COLUMN.has(name)),
  );
  const rules = [...listOf(semantics), ...listOf(odcsQualityRules).map(() => undefined)].filter(
    (rule) => !isRecord(rule),
  );
  const tests = listOf(qualityExpectations).filter((test) => expectedKey(test) === '');
  return [
    ...(rules.length > 0 ? [counted(rules.length, 'rule')] : []),
    ...(tests.length > 0 ? [counted(tests.length, 'expectation')] : []),
    ...(more.length > 0 ? [`more about ${counted(more.length, 'column')}`] : []),
    ...LEVEL_NAMES.filter((level) => spanOf(members, level) === undefined).map((level) => LEVELS[level].label),
    ...namesIn(sla)
      .filter((name) => !SHOWN_OF_LEVELS.has(name))
      .map((name) => `sla.${name}`),
    ...namesIn(extension).flatMap((name) => unshownExtension(members, name)),
    ...namesIn(members).filter((name) => !SHOWN.has(name)),
  ];
}

const namesIn = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

function unshownExtension(members: Members, name: string): string[] {
  const policy = memberAt(members, ['extension', 'schemaPolicy']);
  if (name !== 'schemaPolicy') return [`extension.${name}`];
  return namesIn(policy)
    .filter((one) => one !== 'extraColumns')
    .map((one) => `extension.schemaPolicy.${one}`);
}

/** The name by which a test case is expected: its FQN, else its id. */
export function expectedKey(test: unknown): string {
  return isRecord(test) ? textOf(test.fullyQualifiedName ?? test.id) : textOf(test);
}
