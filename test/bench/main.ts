import { join } from 'node:path';
import type { Bench, BenchReport } from './bench';
import { boot } from './boot/boot.bench';
import { contractRead } from './contract-read/contract-read.bench';
import { effectiveContract } from './contract-read/effective.bench';
import { endurance } from './endurance/endurance.bench';
import { growth } from './growth/growth.bench';
import { growthSearch } from './growth/growth-search.bench';
import { lineageExport } from './lineage-export/lineage-export.bench';
import { writeDocs } from './report/docs-page';
import { machine } from './report/machine';
import { resultOf, writeResult } from './report/result-file';
import { neighbours } from './neighbours/neighbours.bench';
import { results } from './results/results.bench';
import { retention } from './retention/retention.bench';
import { search } from './search/search.bench';
import { checks } from './sources/checks.bench';
import { dataLane } from './sources/data-lane.bench';
import { fileChecks } from './sources/file-checks.bench';
import { crawl } from './sources/crawl.bench';
import { singleWrite } from './single-write/single-write.bench';
import { tableGet } from './contract-read/table-get.bench';
import { tableList } from './table-list/table-list.bench';
import { typedSearch } from './typed-search/typed-search.bench';
import { validate } from './validate/validate.bench';

const BENCHES: readonly Bench[] = [
  contractRead,
  tableGet,
  effectiveContract,
  tableList,
  boot,
  search,
  typedSearch,
  lineageExport,
  neighbours,
  singleWrite,
  validate,
  results,
  retention,
  checks,
  fileChecks,
  dataLane,
  crawl,
  growth,
  growthSearch,
  endurance,
];
const RESULTS = 'bench/results';
const DOCS = 'docs/benchmarks.md';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** What goes on, with the seconds since the start: a phase that does not end is seen. */
const tellProgress = (line: string): void =>
  void process.stderr.write(`   ${process.uptime().toFixed(1).padStart(6)} s  ${line}\n`);

interface Wish {
  readonly benches: readonly Bench[];
  readonly quick: boolean;
}

/** Exit code 1: something answered wrong. Whether it was fast enough is for people to judge. */
async function main(): Promise<number> {
  const { benches, quick } = readArguments(process.argv.slice(2));
  const where = machine();
  const faults: string[] = [];
  for (const bench of benches) {
    print(`== ${bench.workloads.join(', ')}: ${bench.name}`);
    const report = await bench.run({ quick, log: tellProgress });
    faults.push(...report.faults);
    tell(report);
    keep(bench, report, quick, where);
  }
  return faults.length === 0 ? 0 : 1;
}

function readArguments(words: readonly string[]): Wish {
  const quick = words.includes('--quick');
  const names = words.filter((word) => word !== '--quick');
  const isAsked = ({ name, workloads }: Bench): boolean => [name, ...workloads].some((one) => names.includes(one));
  const known = BENCHES.flatMap(({ name, workloads }) => [name, ...workloads]);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Allowed: ${known.join(', ')}, --quick`);
  return { quick, benches: names.length ? BENCHES.filter(isAsked) : BENCHES };
}

function tell({ measures, faults }: BenchReport): void {
  for (const { what, value, target } of measures)
    print(`   ${what}: ${value}${target ? `  [${target.text}: ${target.met ? 'met' : 'missed'}]` : ''}`);
  for (const fault of faults) print(`   WRONG ${fault}`);
}

/** A quick run is for its checks: it is not written into the documentation. */
function keep(bench: Bench, report: BenchReport, quick: boolean, where: string): void {
  const command = `npm run bench -- ${report.name}${quick ? ' --quick' : ''}`;
  const result = resultOf(bench, report, where, command);
  print(`   written to ${writeResult(quick ? join(RESULTS, 'quick') : RESULTS, result)}`);
  if (bench.isPublished && !quick) writeDocs(DOCS, result);
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  },
);
