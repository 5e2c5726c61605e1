import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../../command-line/command-spec';
import { wholeNumber } from '../../command-line/shared-options';
import { CliError, EXIT } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import type { Outcome } from '../../report/report';
import { type NamedContract, contractToValidate } from './named-contract';
import { type ValidationResult, type Validated, isOpen, validationReport } from './validation-report';

/** One day: a longer wait is assumed to be a mistake. */
const LONGEST_WAIT_S = 86_400;
/** A wait that proxies allow, and that is shorter than the limit of a request. */
const WAIT_OF_A_REQUEST_S = 20;
const FIRST_LOOK_MS = 200;
const LATER_LOOKS_MS = 2000;
/** Contracts at once; the service has a lane of its own for awaited runs. */
const AT_ONCE = 4;
/** A report says why each column failed. */
const WITH_REASONS = { fields: 'details' };

/** The evidence that a validation judges by: read from the source now, or stored. */
const EVIDENCE = ['auto', 'source', 'stored'] as const;

type Evidence = (typeof EVIDENCE)[number];

interface ValidateOptions {
  readonly wait?: boolean;
  /** Seconds. */
  readonly timeout: number;
  readonly idempotencyKey?: string;
  readonly evidence?: Evidence;
}

export const contractValidate = defineCommand<ValidateOptions>({
  name: 'contract validate',
  summary: 'Validate contracts now, and wait for what comes of it',
  description:
    'Without --wait the runs are queued and their ids are printed. A request that is cut off is sent again under the same key ' +
    'and joins the run that it began.',
  takes: '<CONTRACT...>',
  options: [
    new Option('--wait', 'Wait until the runs have ended; the command fails when one of them does'),
    new Option('--timeout <SECONDS>', 'How long to wait for all of them')
      .default(60)
      .argParser(wholeNumber(1, LONGEST_WAIT_S)),
    new Option('--idempotency-key <KEY>', 'The same key within 24 hours gets the same runs (default: a new one)'),
    new Option(
      '--evidence <EVIDENCE>',
      'What is judged: the data itself, read from the source now, or what is stored (default: as the service does)',
    ).choices(EVIDENCE),
  ],
  examples: [
    'contract validate shop.db.public.orders.dataContract_orders --wait --timeout 60',
    'contract validate --wait --output json $(cat contracts.txt)',
    'contract validate shop.db.public.orders.dataContract_orders --wait --report junit=validation.xml',
    'contract validate shop.db.public.orders.dataContract_orders --wait --evidence source',
  ],
  run: validate,
});

async function validate({ args, options }: Invocation<ValidateOptions>, context: CommandContext): Promise<Outcome> {
  const { idempotencyKey = randomUUID(), evidence } = options;
  const timeout = options.wait ? options.timeout : undefined;
  const service = await context.service();
  const run = new ValidationWait(service, { key: idempotencyKey, evidence, timeoutS: timeout }, context.progress);
  const names = [...new Set(args)];
  const validated: Validated[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE)
    validated.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((name) => run.of(name)))));
  return { report: validationReport(validated, timeout) };
}

interface AskedValidation {
  /** The same key gets the same runs. */
  readonly key: string;
  /** Absent: as the service does. */
  readonly evidence?: Evidence;
  /** Seconds for all of them; absent: the command does not wait. */
  readonly timeoutS?: number;
}

/** Runs of contracts under one key and one deadline. */
export class ValidationWait {
  private readonly deadline: number;

  constructor(
    private readonly service: CatalogClient,
    private readonly asked: AskedValidation,
    private readonly progress: (line: string) => void,
  ) {
    this.deadline = Date.now() + (asked.timeoutS ?? 0) * 1000;
  }

  /** A refused run does not prevent the others from being reported. */
  async of(name: string): Promise<Validated> {
    try {
      const contract = await contractToValidate(this.service, name);
      const started = await this.started(contract);
      return { name: contract.fullyQualifiedName, result: await this.ended(contract, started) };
    } catch (error) {
      if (error instanceof CliError && error.exitCode !== EXIT.usage) return { name, error };
      throw error;
    }
  }

  private started({ id, fullyQualifiedName }: NamedContract): Promise<ValidationResult> {
    this.progress(`${fullyQualifiedName}: validating`);
    const waitS = Math.min(WAIT_OF_A_REQUEST_S, this.leftMs() / 1000);
    return this.service.json<ValidationResult>({
      ...{ method: 'POST', path: `/dataContracts/${id}/validate`, idempotencyKey: this.asked.key },
      query: { ...WITH_REASONS, evidence: this.asked.evidence },
      headers: { prefer: waitS >= 1 ? `wait=${Math.floor(waitS)}` : 'respond-async' },
      what: `Validating ${fullyQualifiedName}`,
    });
  }

  private async ended({ id, fullyQualifiedName }: NamedContract, started: ValidationResult): Promise<ValidationResult> {
    let result = started;
    for (let wait = FIRST_LOOK_MS; isOpen(result) && this.leftMs() > 0; wait = Math.min(2 * wait, LATER_LOOKS_MS)) {
      await pause(Math.min(wait, this.leftMs()));
      const next = await this.service.json<ValidationResult>({
        path: `/dataContracts/${id}/results/${result.id}`,
        query: WITH_REASONS,
        what: `Waiting for ${fullyQualifiedName}`,
      });
      if (next.contractExecutionStatus !== result.contractExecutionStatus)
        this.progress(`${fullyQualifiedName}: ${next.contractExecutionStatus}`);
      result = next;
    }
    return result;
  }

  private leftMs(): number {
    return this.asked.timeoutS === undefined ? 0 : Math.max(0, this.deadline - Date.now());
  }
}
