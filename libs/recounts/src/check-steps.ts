import { CatalogCheck, type CheckStep } from '@app/catalog';
import { ContractCheck } from '@app/contracts';
import { BudgetCheck } from '@app/objectives';
import { TransitionCheck } from '@app/results';
import { SlaRiskCheck } from '@app/validation';
import { Injectable } from '@nestjs/common';

/** All that a check of the catalog compares, in the order in which it does. */
@Injectable()
export class CheckSteps {
  readonly all: readonly CheckStep[];

  constructor(
    catalog: CatalogCheck,
    contracts: ContractCheck,
    transitions: TransitionCheck,
    budgets: BudgetCheck,
    slaRisks: SlaRiskCheck,
  ) {
    this.all = [...catalog.steps, contracts, transitions, budgets, slaRisks];
  }
}
