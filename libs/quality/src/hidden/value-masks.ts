import { isObject } from '@app/common';
import type { HiddenTables } from './hidden-tables';
import { shownDetail, shownForeign, shownIncident, shownSentence, shownVerdict, testsIn } from './shown-sentence';

type Json = Readonly<Record<string, unknown>>;

export interface Subjects {
  /** FQNs of tables, columns, test cases and contracts, whose tables are asked for. */
  readonly fqns: Set<string>;
  readonly tests: Set<string>;
}

/** The text in place of a value that is not shown. */
export const HIDDEN_VALUE = '*********';

/** Figures of a column that are counts, shares or lengths. All else that a profile has are values, or may be. */
const SHOWN_FIGURE = /^(?:name|timestamp|dataType|\w*(?:Count|Proportion|Percentage|Length))$/;
/** Named values of a test's result that are counts or lengths. */
const SHOWN_VALUE = /(?:count|length|columnNames|columnNameExits)$/i;
const OF_SQL = 'resultRowCount';
const TEXTS: ReadonlySet<string> = new Set(['result', 'message', 'text', 'summary']);
const DIMENSIONS = ['schemaValidation', 'semanticsValidation', 'qualityValidation', 'slaValidation'] as const;

/** The profile of a column, without its values where they are hidden; or of a table, whose custom metrics may be of any column. */
export function shownProfile(profile: Json, fqn: string, tables: HiddenTables): Json {
  if (tables.isTable(fqn)) return { ...profile, ...metricsOf(profile) };
  if (!tables.hidesColumn(fqn)) return profile;
  const shown = Object.entries(profile).filter(([name]) => SHOWN_FIGURE.test(name));
  return { ...Object.fromEntries(shown), ...metricsOf(profile) };
}

function metricsOf({ customMetrics }: Json): Json {
  if (!Array.isArray(customMetrics)) return {};
  return { customMetrics: customMetrics.filter(isObject).map(({ value: _value, ...metric }) => metric) };
}

/** A `text` that is about nothing is that of a protocol, which carries an answer that was looked at already. */
const isSentence = (member: string, scope: string | undefined): boolean =>
  TEXTS.has(member) && (member !== 'text' || scope !== undefined);

export function findSubjects(value: unknown, subjects: Subjects, scope?: string): void {
  if (typeof value === 'string') for (const test of testsIn(value)) add(subjects, test, scope);
  if (Array.isArray(value)) for (const one of value) findSubjects(one, subjects, scope);
  if (!isObject(value)) return;
  const own = scopeOf(value) ?? scope;
  for (const test of testsOf(value)) add(subjects, test, own);
  if (own !== undefined && (isObject(value.profile) || Array.isArray(value.checks) || hasForeignText(value)))
    subjects.fqns.add(own);
  for (const [, inner] of Object.entries(value)) findSubjects(inner, subjects, own);
}

function add({ fqns, tests }: Subjects, test: string, scope: string | undefined): void {
  fqns.add(test);
  tests.add(test);
  if (scope !== undefined) fqns.add(scope);
}

/** The FQN of the subject of an object: of a result, a run, an incident, a notice, an entity. */
function scopeOf(object: Json): string | undefined {
  const { testCaseFQN, dataContractFQN, asset, contract, entity, fullyQualifiedName } = object;
  for (const one of [testCaseFQN, dataContractFQN, asset, contract, entity, fullyQualifiedName]) {
    const fqn = isObject(one) ? one.fullyQualifiedName : one;
    if (typeof fqn === 'string' && fqn !== '') return fqn;
  }
  return undefined;
}

/** Test cases whose outcome the object itself contains. */
function testsOf(object: Json): string[] {
  const { testCaseFQN, testCaseResult, fullyQualifiedName, checks, asset, field, message } = object;
  return [
    ...(typeof testCaseFQN === 'string' ? [testCaseFQN] : []),
    ...(isObject(testCaseResult) && typeof fullyQualifiedName === 'string' ? [fullyQualifiedName] : []),
    ...(Array.isArray(checks) && isObject(asset) ? checks.flatMap((check) => testOf(check) ?? []) : []),
    ...(typeof field === 'string' && typeof message === 'string' && / UTC\b/.test(message) ? [field] : []),
  ];
}

function testOf(check: unknown): string | undefined {
  const fqn = isObject(check) && isObject(check.testCase) ? check.testCase.fullyQualifiedName : undefined;
  return typeof fqn === 'string' ? fqn : undefined;
}

/** Results, and what contracts and incidents repeat of them. */
const VERDICTS = ['latestResult', 'firstResult', 'lastResult'] as const;

function hasForeignText(object: Json): boolean {
  const verdicts = VERDICTS.flatMap((name) => (isObject(object[name]) ? [object[name].message] : []));
  const isForeign = verdicts.some((text) => typeof text === 'string' && shownForeign(text) !== text);
  const isResult = typeof object.dataContractFQN === 'string';
  if (isResult && JSON.stringify(withForeign(object)) !== JSON.stringify(object)) return true;
  return isForeign || (typeof object.text === 'string' && shownIncident(object.text) !== object.text);
}

/** The answer without values that are hidden. */
export class ValueMasks {
  constructor(private readonly tables: HiddenTables) {}

  shown(value: unknown, scope?: string, member = ''): unknown {
    if (typeof value === 'string') return isSentence(member, scope) ? this.text(value, scope) : value;
    if (Array.isArray(value)) return value.map((one) => this.shown(one, scope, member));
    if (!isObject(value)) return value;
    const own = scopeOf(value) ?? scope;
    const masked = this.ownMembers(value, own);
    return Object.fromEntries(Object.entries(masked).map(([name, inner]) => [name, this.shown(inner, own, name)]));
  }

  /** The object with the members masked that it says itself whose they are. */
  private ownMembers(object: Json, scope: string | undefined): Json {
    const { testCaseFQN, testCaseResult, fullyQualifiedName: fqn, checks, asset, profile, field, message } = object;
    if (typeof testCaseFQN === 'string') return this.testResult(object, testCaseFQN);
    if (typeof object.dataContractFQN === 'string' && this.hasColumns(scope)) return withForeign(object);
    return {
      ...object,
      ...(isObject(testCaseResult) &&
        typeof fqn === 'string' && { testCaseResult: this.testResult(testCaseResult, fqn) }),
      ...(Array.isArray(checks) && isObject(asset) && { checks: checks.map((check) => this.check(check, scope)) }),
      ...(isObject(profile) && typeof fqn === 'string' && { profile: shownProfile(profile, fqn, this.tables) }),
      ...(typeof field === 'string' &&
        typeof message === 'string' && { message: shownDetail(message, field, scope, this.tables) }),
      ...(this.hasColumns(scope) && verdictsOf(object)),
    };
  }

  private text(text: string, scope: string | undefined): string {
    const shown = shownVerdict(text, scope, this.tables);
    return this.hasColumns(scope) ? shownIncident(shown) : shown;
  }

  private hasColumns(scope: string | undefined): boolean {
    return scope !== undefined && this.tables.hasColumns(scope);
  }

  private testResult(result: Json, test: string): Json {
    if (!this.tables.hidesTest(test)) return result;
    const { result: said, testResultValue } = result;
    return {
      ...result,
      ...(typeof said === 'string' && { result: shownSentence(said, test, this.tables) }),
      ...(Array.isArray(testResultValue) && { testResultValue: testResultValue.map((one) => this.value(one, test)) }),
      ...('sampleData' in result && { sampleData: HIDDEN_VALUE }),
    };
  }

  private value(value: unknown, test: string): unknown {
    if (!isObject(value) || !('value' in value)) return value;
    const isCount = typeof value.name === 'string' && SHOWN_VALUE.test(value.name) && value.name !== OF_SQL;
    const isNumber = /^[\d.]+$/.test(String(value.value));
    if (isNumber && (isCount || this.tables.counts(test))) return value;
    const { predictedValue: _predicted, ...rest } = value;
    return { ...rest, value: HIDDEN_VALUE };
  }

  /** Whether values of a check without a test case are hidden: of a rule of a contract, or one that is tried. */
  private hidesOther({ rule, definition, column }: Json, scope: string | undefined): boolean {
    if (rule !== undefined) return this.hasColumns(scope);
    if (scope === undefined || typeof definition !== 'string') return false;
    return this.tables.hidesCheck(scope, definition, typeof column === 'string' ? column : undefined);
  }

  /** A check of a run, which is ours: what is Aborted says why, and no value. */
  private check(check: unknown, scope: string | undefined): unknown {
    if (!isObject(check)) return check;
    const test = testOf(check);
    const isHidden = test === undefined ? this.hidesOther(check, scope) : this.tables.hidesTest(test);
    if (!isHidden || check.status === 'Aborted') return check;
    const { value, message, statement: _statement, ...rest } = check;
    const said = typeof message === 'string' ? shownSentence(message, test, this.tables) : undefined;
    const isShown = value !== undefined && said === message;
    return { ...rest, ...(said !== undefined && { message: said }), ...(isShown && { value }) };
  }
}

function verdictsOf(object: Json): Json {
  const repeated = VERDICTS.flatMap((name) => {
    const verdict = object[name];
    if (!isObject(verdict) || typeof verdict.message !== 'string') return [];
    return [[name, { ...verdict, message: shownForeign(verdict.message) }] as const];
  });
  return Object.fromEntries(repeated);
}

/** A contract's result, with what its details say, and each of the parts that it adds up. */
function withForeign(result: Json): Json {
  const { details } = result;
  const shown = withForeignTexts(result);
  return isObject(details) ? { ...shown, details: withForeignTexts(details) } : shown;
}

function withForeignTexts(object: Json): Json {
  const { parts } = object;
  const texts = ['result', 'message'].flatMap((name) => {
    const text = object[name];
    return typeof text === 'string' ? [[name, shownForeign(text)] as const] : [];
  });
  const dimensions = DIMENSIONS.flatMap((name) => {
    const dimension = object[name];
    return isObject(dimension) ? [[name, withForeignTexts(dimension)] as const] : [];
  });
  return {
    ...object,
    ...Object.fromEntries([...texts, ...dimensions]),
    ...(Array.isArray(parts) && { parts: parts.filter(isObject).map(withForeign) }),
  };
}
