import { Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

type Json = Record<string, unknown>;

const TEST_CASE = 'testCase';

/**
 * Contracts, by FQN ($1) or id ($2), of which a test case is hidden: one that is expected, or another one of the asset, since older
 * results may have counted it. $3: whether all test cases are; $4: the sight.
 */
const WITHHELD = {
  name: 'contracts-with-hidden-tests',
  text: `
    select e.id::text as id, e.fqn
      from (select node from entity where type = 'dataContract' and id = any($2::uuid[])
            union
            select x.node from unnest($1::text[]) w(fqn)
              join entity x on x.type = 'dataContract' and md5(x.fqn)::uuid = md5(w.fqn)::uuid and x.fqn = w.fqn) named
      join entity e on e.node = named.node
     where exists (
       select 1 from (select t.node from entity t where t.parent = e.parent and t.type = '${TEST_CASE}'
                      union all
                      select r.to_node from entity_reference r
                       where r.from_node = e.node and r.relation = 'qualityExpectations') t
        where $3 or not sees(t.node, $4::jsonb))`,
};

/**
 * What results tell of test cases: counts, score, reasons, and the sentence that names what failed. All of it is left out for callers
 * from whom one of the contract's test cases is hidden, since numbers of the others would tell its outcome.
 *
 * And why rules of semantics failed: a reason quotes what the rule read of the asset, owners, labels and references of any kind. Results
 * are kept for long, and nobody can tell of what they quote. So reasons are left out for all callers from whom anything is hidden.
 */
@Injectable()
export class HiddenVerdicts {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Whether anything can be hidden from the actor. */
  mayHide(actor: Actor): boolean {
    return this.visibility.hidesFrom(actor);
  }

  /** A JSON response without it. At most one statement. */
  async stripAnswer(actor: Actor, answer: string): Promise<string> {
    if (!this.mayHide(actor) || !/"(dataContractFQN|latestResult)":/.test(answer)) return answer;
    const parsed = JSON.parse(answer) as unknown;
    const named = { fqns: new Set<string>(), ids: new Set<string>() };
    visit(parsed, named);
    if (!named.fqns.size && !named.ids.size) return answer;
    const withheld = await this.withheld(actor, [...named.fqns], [...named.ids]);
    return JSON.stringify(without(parsed, withheld));
  }

  /** Whether the quality of the contract is withheld from the actor. */
  async withholds(actor: Actor, { id }: { readonly id: string }): Promise<boolean> {
    return (await this.withheld(actor, [], [id])).size > 0;
  }

  /** Ids and FQNs. */
  private async withheld(actor: Actor, fqns: readonly string[], ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.visibility.hiddenTypes(actor).has(TEST_CASE)) return NONE;
    const sight = this.visibility.partlyVisible(actor)?.condition.value ?? '{}';
    const values = [fqns, ids, this.visibility.isClosed(actor, TEST_CASE), sight];
    const rows = await this.database.read<{ id: string; fqn: string }>(WITHHELD, values);
    return new Set(rows.flatMap(({ id, fqn }) => [id, fqn]));
  }
}

const NONE: ReadonlySet<string> = new Set();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds results, which name their contract, and contracts with their latest result. */
function visit(value: unknown, named: { readonly fqns: Set<string>; readonly ids: Set<string> }): void {
  if (Array.isArray(value)) for (const one of value) visit(one, named);
  if (typeof value !== 'object' || value === null) return;
  const { dataContractFQN, latestResult, id } = value as Json;
  if (typeof dataContractFQN === 'string') named.fqns.add(dataContractFQN);
  if (latestResult && typeof id === 'string' && UUID.test(id)) named.ids.add(id);
  for (const one of Object.values(value)) visit(one, named);
}

function without(value: unknown, withheld: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, withheld));
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, withheld)]));
  const { dataContractFQN, latestResult, id } = all;
  if (typeof dataContractFQN === 'string') {
    const told = withoutReasons(all);
    return withheld.has(dataContractFQN) ? withoutQuality(told) : told;
  }
  if (!latestResult || typeof id !== 'string') return all;
  const { message, ...rest } = latestResult as Json;
  return withheld.has(id) || quotesRules(message) ? { ...all, latestResult: rest } : all;
}

/** Whether a sentence says of a rule why it failed. */
const quotesRules = (sentence: unknown): boolean => typeof sentence === 'string' && /(^|[.\s])Rule /.test(sentence);

/** A result that says which rules failed, and not why. */
function withoutReasons({ result, semanticsValidation, ...rest }: Json): Json {
  const { failedRules } = (semanticsValidation ?? {}) as { failedRules?: readonly Json[] };
  const names = Array.isArray(failedRules) ? failedRules.map(({ ruleName }) => ({ ruleName })) : undefined;
  return {
    ...rest,
    ...(result !== undefined && !names?.length && !quotesRules(result) && { result }),
    ...(semanticsValidation !== undefined && {
      semanticsValidation: names ? { ...(semanticsValidation as Json), failedRules: names } : semanticsValidation,
    }),
  };
}

function withoutQuality({ qualityValidation: _quality, result: _result, details, ...rest }: Json): Json {
  if (typeof details !== 'object' || details === null) return rest;
  const { qualityValidation: _reasons, qualityWarnings: _warnings, ...others } = details as Json;
  return { ...rest, details: others };
}
