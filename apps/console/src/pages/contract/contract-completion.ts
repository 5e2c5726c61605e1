import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { ENTITY_TYPES } from '../../api/entity-types';

/** Names by the member above them; `''` for the document itself. What each is for stands beside it. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    name: 'name of the contract',
    displayName: 'what people call it',
    description: 'Markdown',
    entity: 'the asset: type and fullyQualifiedName',
    entityStatus: 'Draft, Active, Deprecated',
    owners: 'users and teams',
    schema: 'columns that readers may rely on',
    semantics: 'rules over the asset',
    qualityExpectations: 'test cases that must pass',
    sla: 'how fresh, how late, how available',
    termsOfUse: 'Markdown',
    security: 'classification and access',
    tags: 'labels',
    effectiveFrom: 'a date',
    effectiveUntil: 'a date',
    extension: 'schemaPolicy, resultRetention',
  },
  schema: {
    name: 'of the column',
    dataType: 'BIGINT, VARCHAR …',
    arrayDataType: 'of the elements',
    dataLength: 'characters',
    precision: 'digits',
    scale: 'digits behind the point',
    constraint: 'NOT_NULL, PRIMARY_KEY, UNIQUE',
    description: 'Markdown',
    children: 'nested columns',
    tags: 'labels',
  },
  semantics: {
    name: 'of the rule',
    description: 'why',
    rule: 'JSON-logic over the asset',
    enabled: 'true or false',
  },
  sla: {
    refreshFrequency: 'P1D',
    maxLatency: 'PT2H',
    availability: 'percent',
    availabilityTime: 'HH:mm',
    timezone: 'IANA name',
    retention: 'P90D',
    columnName: 'the column that tells how fresh the data is',
  },
  security: { dataClassification: 'such as Confidential', policies: 'who may read what' },
  entity: { type: 'table, topic …', fullyQualifiedName: 'of the asset' },
};

const VALUES: Readonly<Record<string, readonly string[]>> = {
  entityStatus: ['Draft', 'Active', 'Deprecated', 'In Review', 'Approved', 'Rejected', 'Unprocessed'],
  constraint: ['NULL', 'NOT_NULL', 'UNIQUE', 'PRIMARY_KEY'],
  dataType: [
    'BIGINT',
    'BOOLEAN',
    'CHAR',
    'DATE',
    'DECIMAL',
    'DOUBLE',
    'FLOAT',
    'INT',
    'JSON',
    'STRING',
    'STRUCT',
    'TIMESTAMP',
    'UUID',
    'VARCHAR',
  ],
  type: Object.keys(ENTITY_TYPES).filter((type) => ENTITY_TYPES[type]?.lineage),
  enabled: ['true', 'false'],
};

/** The member of the document in whose lines the cursor stands. */
function memberAbove(lines: readonly string[], indent: number): string {
  if (indent === 0) return '';
  return lines.findLast((line) => /^\w/.test(line))?.split(':')[0] ?? '';
}

/** Completes the names of members where one begins, and the values of those that have few. */
export function completeContract(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const [, name = '', typed] = /^\s*(?:- )?(\w+):\s+(\w*)$/.exec(before) ?? [];
  if (typed !== undefined) {
    const options = (VALUES[name] ?? []).map((label) => ({ label, type: 'enum' }));
    return options.length ? { from: pos - typed.length, options } : null;
  }
  const [, indent = '', word] = /^(\s*(?:- )?)(\w*)$/.exec(before) ?? [];
  if (word === undefined || (word === '' && !context.explicit)) return null;
  const above = state.doc.sliceString(0, line.from).split('\n');
  const members = MEMBERS[memberAbove(above, indent.length)] ?? {};
  const options = Object.entries(members).map(([label, detail]) => ({
    label,
    detail,
    type: 'property',
    apply: `${label}: `,
  }));
  return { from: pos - word.length, options };
}
