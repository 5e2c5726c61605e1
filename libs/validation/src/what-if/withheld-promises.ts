import type { Actor } from '@app/common';
import type { ContractDocument, StatedPromise } from '@app/contracts';
import { HiddenValues } from '@app/quality';
import { HiddenVerdicts, type WithheldDimension } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { LoadedContract } from '../runs/work/contract-loader';
import { isHiddenPromise } from './hidden-promises';

/** Promises of a contract that are not shown to a caller. */
export interface Withheld {
  /** Whether its outcome would reveal hidden values. */
  readonly isHidden: (promise: StatedPromise) => boolean;
  /** Whether it belongs to a part of results that is withheld from the caller: it is left out. */
  readonly isWithheld: (promise: StatedPromise) => boolean;
  /** Whether a part of a result (`quality`, `semantics.<name>`) is. */
  readonly withholdsUnit: (unit: string) => boolean;
}

const DIMENSIONS: Partial<Readonly<Record<StatedPromise['kind'], WithheldDimension>>> = {
  semantics: 'semantics',
  expectation: 'quality',
  rule: 'quality',
  sla: 'sla',
};

/** Finds what callers are not shown, by the same rules as of results. */
@Injectable()
export class WithheldPromises {
  constructor(
    private readonly values: HiddenValues,
    private readonly verdicts: HiddenVerdicts,
  ) {}

  /** @param contractId absent: of a new contract, of which no results are there */
  async from(actor: Actor, { contract, asset }: LoadedContract, contractId: string | undefined): Promise<Withheld> {
    const fqn = String(asset.fullyQualifiedName);
    const document = contract as ContractDocument;
    const tests = (document.qualityExpectations ?? []).flatMap((one) =>
      typeof one === 'string' ? [] : (one.fullyQualifiedName ?? []),
    );
    const tables = await this.values.ofTable(actor, fqn, tests);
    const dimensions: ReadonlySet<string> =
      contractId === undefined ? new Set() : await this.verdicts.withholds(actor, { id: contractId });
    return {
      isHidden: (promise) => isHiddenPromise(promise, { tables, asset: fqn, contract: document }),
      isWithheld: ({ kind }) => dimensions.has(DIMENSIONS[kind] ?? ''),
      withholdsUnit: (unit) => dimensions.has(unit.split('.')[0]!),
    };
  }
}
