import { sightValue, Visibility } from '@app/catalog';
import { isObject, isUuid, type Actor } from '@app/common';
import { INHERITED } from '@app/contracts';
import { Database, LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Characters, about 10 ms of work. */
const LONG_ANSWER = 512 * 1024;

type Json = Record<string, unknown>;

const TEST_CASE = 'testCase';

/** Dimensions of a result that may be withheld as a whole, by their names in events and summaries. */
export type WithheldDimension = 'semantics' | 'quality' | 'sla';

interface WithheldRow {
  readonly id: string;
  readonly fqn: string;
  readonly quality: boolean;
  readonly inherited: boolean;
}

/**
 * Contracts, by FQN ($1) or id ($2): whether a test case is hidden, one that is expected or another one of the asset, since older
 * results may have counted it; and whether the contract that it inherits from is hidden. $3: whether all test cases are; $4: the sight.
 */
const WITHHELD = {
  name: 'what-results-withhold',
  text: `
    select e.id::text as id, e.fqn, exists (
             select 1 from (select t.node from entity t where t.parent = e.parent and t.type = '${TEST_CASE}'
                            union all
                            select r.to_node from entity_reference r
                             where r.from_node = e.node and r.relation = 'qualityExpectations') t
              where $3 or not sees(t.node, $4::jsonb)) as quality,
           i.node is not null and not sees(i.node, $4::jsonb) as inherited
      from (select node from entity where type = 'dataContract' and id = any($2::uuid[])
            union
            select x.node from unnest($1::text[]) w(fqn)
              join entity x on x.type = 'dataContract' and md5(x.fqn)::uuid = md5(w.fqn)::uuid and x.fqn = w.fqn) named
      join entity e on e.node = named.node join entity a on a.node = e.parent ${INHERITED}`,
};

/**
 * Withholds what results say of test cases: counts, score, reasons, and the sentence that names failures. All of it is left out for callers
 * from whom one of the contract's test cases is hidden, since numbers of the others would reveal its outcome.
 *
 * Their semantics and SLA are left out if the contract inherits from one that is hidden: its rules' names and its terms.
 *
 * And why rules of semantics failed: a reason quotes what the rule read of the asset, owners, labels and references of any kind. Results
 * are stored for long, and their quotes cannot be identified. So reasons are left out for all callers from whom anything is hidden.
 */
@Injectable()
export class HiddenVerdicts {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly large: LargeReads,
  ) {}

  /** A JSON response without it: a long one in a slot of the large reads. At most one statement. */
  async stripAnswer(actor: Actor, answer: string): Promise<string> {
    if (!this.visibility.isRestricted(actor) || !/"(dataContractFQN|latestResult)":/.test(answer)) return answer;
    const strip = (): Promise<string> => this.strip(actor, answer);
    return answer.length > LONG_ANSWER ? this.large.turn(strip) : strip();
  }

  private async strip(actor: Actor, answer: string): Promise<string> {
    const parsed = JSON.parse(answer) as unknown;
    const named = { fqns: new Set<string>(), ids: new Set<string>() };
    visit(parsed, named);
    if (!named.fqns.size && !named.ids.size) return answer;
    const withheld = await this.withheld(actor, [...named.fqns], [...named.ids]);
    return JSON.stringify(without(parsed, withheld));
  }

  /** The dimensions of the contract's results that are withheld from the actor. */
  async withholds(actor: Actor, { id }: { readonly id: string }): Promise<ReadonlySet<WithheldDimension>> {
    return (await this.withheld(actor, [], [id])).get(id) ?? NOTHING;
  }

  /** By ids and FQNs. */
  private async withheld(actor: Actor, fqns: readonly string[], ids: readonly string[]): Promise<Withheld> {
    const sight = sightValue(this.visibility.sightOf(actor));
    if (sight === undefined) return NONE;
    const values = [fqns, ids, this.visibility.isClosed(actor, TEST_CASE), sight];
    const rows = await this.database.read<WithheldRow>(WITHHELD, values);
    return new Map(rows.flatMap((row) => [row.id, row.fqn].map((key) => [key, dimensionsOf(row)] as const)));
  }
}

function dimensionsOf({ quality, inherited }: WithheldRow): ReadonlySet<WithheldDimension> {
  return new Set<WithheldDimension>([
    ...(quality ? (['quality'] as const) : []),
    ...(inherited ? (['semantics', 'sla'] as const) : []),
  ]);
}

type Withheld = ReadonlyMap<string, ReadonlySet<WithheldDimension>>;

const NOTHING: ReadonlySet<WithheldDimension> = new Set();
const NONE: Readonly<Withheld> = new Map();

/** Finds results, which name their contract, and contracts with their latest result. */
function visit(value: unknown, named: { readonly fqns: Set<string>; readonly ids: Set<string> }): void {
  if (Array.isArray(value)) for (const one of value) visit(one, named);
  if (typeof value !== 'object' || value === null) return;
  const { dataContractFQN, latestResult, id } = value as Json;
  if (typeof dataContractFQN === 'string') named.fqns.add(dataContractFQN);
  if (latestResult && isUuid(id)) named.ids.add(id);
  for (const one of Object.values(value)) visit(one, named);
}

function without(value: unknown, withheld: Withheld): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, withheld));
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, withheld)]));
  const { dataContractFQN, latestResult, id } = all;
  if (typeof dataContractFQN === 'string') {
    const dimensions = withheld.get(dataContractFQN) ?? NOTHING;
    return withParts(withoutDimensions(withoutReasons(all), dimensions), (part) =>
      withoutDimensions(withoutReasons(part), dimensions),
    );
  }
  if (!latestResult || typeof id !== 'string') return all;
  const { message, ...rest } = latestResult as Json;
  return withheld.get(id)?.size || quotesRules(message) ? { ...all, latestResult: rest } : all;
}

/** A result with what is made of each of the parts that it adds up. */
function withParts(result: Json, made: (part: Json) => Json): Json {
  const { details } = result;
  if (!isObject(details) || !Array.isArray(details.parts)) return result;
  return { ...result, details: { ...details, parts: (details.parts as readonly Json[]).map(made) } };
}

/** Whether a sentence says of a rule why it failed. */
const quotesRules = (sentence: unknown): boolean => typeof sentence === 'string' && /(^|[.\s])Rule /.test(sentence);

/** A result that says which rules failed, and not why. */
function withoutReasons({ result, semanticsValidation, ...rest }: Json): Json {
  const { failedRules, failed } = (semanticsValidation ?? {}) as { failedRules?: readonly Json[]; failed?: number };
  const names = Array.isArray(failedRules) ? failedRules.map(({ ruleName }) => ({ ruleName })) : undefined;
  return {
    ...rest,
    ...(result !== undefined && !names?.length && !failed && !quotesRules(result) && { result }),
    ...(semanticsValidation !== undefined && {
      semanticsValidation: names ? { ...(semanticsValidation as Json), failedRules: names } : semanticsValidation,
    }),
  };
}

/** Members of results and of their details that belong to a dimension. */
const MEMBERS: Readonly<Record<WithheldDimension, readonly string[]>> = {
  semantics: ['semanticsValidation'],
  quality: ['qualityValidation', 'qualityWarnings'],
  sla: ['slaValidation'],
};

/** A result without these, and without the sentence that names what failed of all. */
function withoutDimensions(result: Json, dimensions: ReadonlySet<WithheldDimension>): Json {
  if (!dimensions.size) return result;
  const names = new Set([...dimensions].flatMap((dimension) => MEMBERS[dimension]));
  const without = (one: Json): Json => Object.fromEntries(Object.entries(one).filter(([name]) => !names.has(name)));
  const { result: _sentence, ...rest } = without(result);
  // Both have members by dimension.
  const inner = ['details', 'omitted'].flatMap((name) => (isObject(rest[name]) ? [[name, without(rest[name])]] : []));
  return { ...rest, ...(Object.fromEntries(inner) as Json) };
}
