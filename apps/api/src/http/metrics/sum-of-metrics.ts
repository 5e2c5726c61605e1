/** The counts of the processes of one port, in the shape of `PortMetrics`. */
export interface CountedByProcesses {
  /** Texts of those that serve, by their numbers. */
  readonly serving: readonly { readonly slot: number; readonly text: string }[];
  /** Last texts of those that have ended. */
  readonly ended: readonly { readonly text: string }[];
  /** How many shall serve. */
  readonly wanted: number;
}

type Sum = (one: number, other: number) => number;

/** One metric: its comments, and its values by name and labels as they are written. */
interface Family {
  readonly name: string;
  readonly type: string;
  readonly comments: readonly string[];
  readonly values: Map<string, number>;
}

/** Names of metrics of the process itself: a sum would mean nothing for memory, ages and lags. */
const OF_ONE_PROCESS = /^(process|nodejs)_/;
const COUNTED = new Set(['counter', 'histogram', 'summary']);
/** Names of gauges of each process's own state. */
const ADDED_GAUGES = /^database_pool_/;
/** A part is ready where it is for every process. */
const LOWEST_GAUGES = new Set(['metadata_catalog_part_ready']);

const add: Sum = (one, other) => one + other;

/** Other gauges come from the database, and are the same in each process but for their time. */
function sumOf({ name, type }: Family): Sum {
  if (COUNTED.has(type) || ADDED_GAUGES.test(name)) return add;
  return LOWEST_GAUGES.has(name) ? Math.min : Math.max;
}

/**
 * The metrics of all processes of a port in one text. What counts is added up, with that of processes that have ended; metrics of a process
 * itself have its number as the label `process`.
 */
export function sumOfMetrics({ serving, ended, wanted }: CountedByProcesses): string {
  const sums = new Map<string, Family>();
  for (const { slot, text } of serving)
    for (const family of familiesOf(text)) join(sums, OF_ONE_PROCESS.test(family.name) ? placed(family, slot) : family);
  for (const { text } of ended) for (const family of countedOf(text)) join(sums, family);
  const about = [
    ...gauge('metadata_catalog_api_processes', 'Processes that serve the port of this API now', serving.length),
    ...gauge('metadata_catalog_api_processes_wanted', 'Processes that shall serve the port of this API', wanted),
  ];
  return `${[...textsOf(sums), ...about].join('\n')}\n`;
}

/** Adds up the counts in these texts. */
export function countsOf(texts: readonly string[]): string {
  const sums = new Map<string, Family>();
  for (const text of texts) for (const family of countedOf(text)) join(sums, family);
  return `${textsOf(sums).join('\n')}\n`;
}

/** The families of a process that has ended whose counts go on: those of what it did for others. */
const countedOf = (text: string): Family[] =>
  familiesOf(text).filter(({ name, type }) => COUNTED.has(type) && !OF_ONE_PROCESS.test(name));

function familiesOf(text: string): Family[] {
  const families: (Family & { readonly comments: string[] })[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# HELP '))
      families.push({ ...named(line), type: 'untyped', comments: [line], values: new Map() });
    else if (line.startsWith('# TYPE ')) typed(families, line);
    else if (line !== '') {
      const at = line.lastIndexOf(' ');
      families.at(-1)?.values.set(line.slice(0, at), numberOf(line.slice(at + 1)));
    }
  }
  return families;
}

const named = (line: string): { readonly name: string } => ({ name: line.split(' ', 3)[2] ?? '' });

function typed(families: (Family & { readonly comments: string[] })[], line: string): void {
  const last = families.pop();
  if (last) families.push({ ...last, type: line.split(' ', 4)[3] ?? '', comments: [...last.comments, line] });
}

/** The same values, each with the label of its process. */
function placed(family: Family, slot: number): Family {
  const label = `process="${slot}"`;
  const values = [...family.values].map(([key, value]): [string, number] => {
    const labels = key.indexOf('{');
    return [labels < 0 ? `${key}{${label}}` : `${key.slice(0, labels + 1)}${label},${key.slice(labels + 1)}`, value];
  });
  return { ...family, values: new Map(values) };
}

function join(sums: Map<string, Family>, family: Family): void {
  const known = sums.get(family.name);
  if (!known) {
    sums.set(family.name, family);
    return;
  }
  const sum = sumOf(family);
  for (const [key, value] of family.values) {
    const before = known.values.get(key);
    known.values.set(key, before === undefined ? value : sum(before, value));
  }
}

const textsOf = (sums: ReadonlyMap<string, Family>): string[] =>
  [...sums.values()].flatMap(({ comments, values }) => [
    ...comments,
    ...[...values].map(([key, value]) => `${key} ${written(value)}`),
    '',
  ]);

const gauge = (name: string, help: string, value: number): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  `${name} ${value}`,
  '',
];

const numberOf = (text: string): number => Number(text.replace('Inf', 'Infinity'));

/** Writes a number as prom-client does, also one that JSON does not have. */
function written(value: number): string {
  if (Number.isNaN(value)) return 'Nan';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
