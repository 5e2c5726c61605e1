import { splitFqn } from '@app/catalog';
import { invalidFields } from '@app/common';
import { EXECUTABLE_DEFINITIONS } from '@app/sources';
import type { ComputedSubject } from './computed-subject';

/** Most checks that are tried together: as many as a form holds, in a few statements. */
export const MOST_TRIED = 20;

/** A check that is tried and not stored: a definition of test cases with its parameters. */
export interface TriedCheck {
  readonly definition: string;
  /** Path of the column as FQNs have it; absent: of the whole table. */
  readonly column?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The members of a request that say whether it is a dry run. */
export interface SentDryRun {
  readonly definitions?: readonly TriedCheck[] | undefined;
  readonly dryRun?: boolean;
  readonly testCases?: readonly unknown[] | undefined;
  readonly profile?: boolean;
}

/** Refuses a request that is neither a dry run nor one of test cases. @throws {AppError} BAD_REQUEST */
export function requireOneKind({ definitions, dryRun = false, testCases, profile = false }: SentDryRun): void {
  const faults = [
    ...(definitions && !dryRun
      ? [
          {
            field: 'dryRun',
            message: 'must be true beside definitions: what is to stay is made by POST /v1/dataQuality/testCases',
          },
        ]
      : []),
    ...(!definitions && dryRun ? [{ field: 'definitions', message: 'is required for a dry run' }] : []),
    ...(definitions && testCases ? [{ field: 'testCases', message: 'must not stand beside definitions' }] : []),
    ...(definitions && profile
      ? [{ field: 'profile', message: 'must not be true for a dry run, which stores nothing' }]
      : []),
    ...(definitions ?? []).flatMap(({ definition, parameters = {} }, at) => [
      ...(EXECUTABLE_DEFINITIONS.includes(definition)
        ? []
        : [
            {
              field: `definitions[${at}].definition`,
              message: `is not computed by the service; allowed: ${EXECUTABLE_DEFINITIONS.join(', ')}`,
            },
          ]),
      ...Object.entries(parameters)
        .filter(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))
        .map(([name]) => ({
          field: `definitions[${at}].parameters.${name}`,
          message: 'must be a text, a number or a boolean',
        })),
    ]),
  ];
  if (faults.length > 0) throw invalidFields(faults);
}

/** A tried check as it is computed: without a test case its outcome is stored nowhere but in its run. */
export function triedSubject({ definition, column, parameters = {} }: TriedCheck): ComputedSubject {
  const path = column === undefined ? [] : (splitFqn(column) ?? [column]);
  const texts = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return {
    ...{ name: [definition, ...path].join(' '), path, tried: { definition, ...(column !== undefined && { column }) } },
    check: { definition, parameters: texts, ...(path.length > 0 && { column: path }) },
  };
}
