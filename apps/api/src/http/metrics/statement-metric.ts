import { Counter } from 'prom-client';
import type { HttpMetrics } from './http-metrics';

/** Shows how many statements hot reads have sent: what a request costs the database is this divided by the requests. */
export function showStatements({ registry }: HttpMetrics, database: { readonly statements: number }): void {
  new Counter({
    name: 'database_statements_total',
    help: 'Statements sent to the database for reads, outside of transactions.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.statements);
    },
  });
}
