import { Database, QueryGauges } from '@app/database';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PROPOSAL_STATES } from './proposal';

interface CountRow {
  readonly state: string;
  readonly n: number;
}

const COUNTS = {
  name: 'contract-proposals-by-state',
  text: `select p.state, count(*)::int as n from contract_proposal p group by p.state`,
};

/** Counts proposals of changes of contracts, each time metrics are asked for: those that wait, and those that ended and are stored. */
@Injectable()
export class ProposalMetrics implements OnModuleInit, OnApplicationShutdown {
  private gauges: QueryGauges<CountRow & object> | undefined;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.gauges = new QueryGauges<CountRow & object>(this.database, COUNTS, [
      {
        name: 'contract_proposals',
        help: 'Proposals of changes of contracts, by state',
        labels: ['state'],
        read: (rows) => PROPOSAL_STATES.map((state) => [{ state }, rows.find((row) => row.state === state)?.n ?? 0]),
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges?.remove();
  }
}
