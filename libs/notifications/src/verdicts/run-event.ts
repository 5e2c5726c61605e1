/** Producer of the events: a URI, as the specification requires. */
const PRODUCER = 'urn:metadata-catalog:validation';
const SPEC = 'https://openlineage.io/spec';
const FRAME = { producer: PRODUCER, schemaURL: `${SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent` };
/** Namespace of the jobs: each contract is one, whose runs are its validations. */
const JOBS = 'metadata-catalog';
/** Columns, rules and checks of one dimension that are listed one by one. */
const MOST_FAILED = 100;

const facet = (version: string, name: string): object => ({
  _producer: PRODUCER,
  _schemaURL: `${SPEC}/facets/${version}/${name}.json#/$defs/${name}`,
});

/** A result of a contract, as far as its run event contains it. */
export interface Verdict {
  readonly id: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
  readonly result?: string;
  readonly schemaValidation?: Counts & { readonly failedFields?: readonly string[] };
  readonly semanticsValidation?: Counts & { readonly failedRules?: readonly { readonly ruleName: string }[] };
  readonly qualityValidation?: Counts;
  readonly slaValidation?: Readonly<Record<string, unknown>>;
}

interface Counts {
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
}

/** The asset of a contract by the name that OpenLineage has for it. */
export interface JudgedDataset {
  readonly namespace: string;
  readonly name: string;
}

interface ReportedAssertion {
  readonly assertion: string;
  readonly success: boolean;
  readonly name?: string;
  readonly column?: string;
  readonly description?: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A RunEvent of one validation; the same result gives the same event. A run that was aborted has judged nothing. */
export function runEventOf(contract: string, dataset: JudgedDataset, verdict: Verdict): object {
  const isAborted = verdict.contractExecutionStatus === 'Aborted';
  const message = {
    ...facet('1-0-1', 'ErrorMessageRunFacet'),
    message: verdict.result ?? '',
    programmingLanguage: 'none',
  };
  const assertions = { ...facet('1-1-0', 'DataQualityAssertionsDatasetFacet'), assertions: assertionsOf(verdict) };
  return {
    ...FRAME,
    eventType: isAborted ? 'ABORT' : 'COMPLETE',
    eventTime: new Date(verdict.timestamp).toISOString(),
    run: { runId: verdict.id, facets: isAborted ? { errorMessage: message } : {} },
    job: jobOf(contract),
    inputs: [{ ...dataset, ...(isAborted ? {} : { inputFacets: { dataQualityAssertions: assertions } }) }],
    outputs: [],
  };
}

/** An event by which a receiver is tried out: it names no dataset. */
export function trialEvent(id: string, at: number): object {
  const run = { runId: id, facets: {} };
  const eventTime = new Date(at).toISOString();
  return { ...FRAME, eventType: 'OTHER', eventTime, run, job: jobOf('test'), inputs: [], outputs: [] };
}

function jobOf(name: string): object {
  const jobType = {
    ...facet('2-0-3', 'JobTypeJobFacet'),
    ...{ processingType: 'BATCH', integration: 'METADATA_CATALOG', jobType: 'VALIDATION' },
  };
  return { namespace: JOBS, name, facets: { jobType } };
}

/** The contract as a whole, each dimension that was judged, and what failed of schema and semantics. */
function assertionsOf(verdict: Verdict): ReportedAssertion[] {
  const { contractExecutionStatus: status, result, schemaValidation, semanticsValidation } = verdict;
  const whole = { assertion: 'data_contract', success: status === 'Success', ...(result && { description: result }) };
  const fields = (schemaValidation?.failedFields ?? []).slice(0, MOST_FAILED);
  const rules = (semanticsValidation?.failedRules ?? []).slice(0, MOST_FAILED);
  return [
    whole,
    ...dimension('contract_schema', schemaValidation),
    ...fields.map((column) => ({ assertion: 'contract_schema', success: false, column })),
    ...dimension('contract_semantics', semanticsValidation),
    ...rules.map(({ ruleName }) => ({ assertion: 'contract_semantics', name: ruleName, success: false })),
    ...dimension('contract_quality', verdict.qualityValidation),
    ...targets(verdict.slaValidation),
  ];
}

function dimension(assertion: string, counts: Counts | undefined): ReportedAssertion[] {
  if (!counts) return [];
  const { passed, failed = 0, total } = counts;
  return [
    {
      ...{ assertion, success: failed === 0 },
      ...(total !== undefined && { expected: `${total} passed` }),
      ...(passed !== undefined && { actual: `${passed} passed` }),
    },
  ];
}

function targets(sla: Verdict['slaValidation']): ReportedAssertion[] {
  return Object.entries(sla ?? {}).flatMap(([target, met]) =>
    typeof met === 'boolean' ? [{ assertion: 'contract_sla', name: target.replace(/Met$/, ''), success: met }] : [],
  );
}
