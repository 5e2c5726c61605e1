import { AccessControl } from '@app/auth';
import type { EntityDocument, EntityDraft } from '@app/catalog';
import { type Actor, AppError, isObject, jsonKey } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ContractRepository } from './contract.repository';

const OPERATION = 'EditTests';

/**
 * Lets SQL of one's own into a contract only by who may edit tests of its asset: it reads all that the user of the connection may SELECT,
 * and everybody who may view the contract reads what it found.
 */
@Injectable()
export class OwnSqlRights {
  constructor(
    private readonly contracts: ContractRepository,
    private readonly access: AccessControl,
  ) {}

  /** Asks nothing of a write that adds or changes no such rule. @throws {AppError} FORBIDDEN, which names the first one */
  async require(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    if (actor.isAdmin || !draft.parent) return;
    const added = addedRule(draft, previous) ?? (await this.addedTest(tx, draft, previous));
    if (added === undefined) return;
    const { id, type, node } = draft.parent;
    const ownerIds = await this.contracts.ownerIds(tx, node);
    if (this.access.allows(actor, OPERATION, type, { id, ownerIds })) return;
    throw new AppError(
      'FORBIDDEN',
      `Principal ${actor.name} is not allowed: operations [${OPERATION}] on ${type}; ${added} has SQL of its own`,
      { refusal: { actor, operations: [OPERATION], resource: type, key: id, reason: 'notAllowed' } },
    );
  }

  private async addedTest(tx: Transaction, draft: EntityDraft, previous?: EntityDocument): Promise<string | undefined> {
    const before = new Set(membersOf(previous?.qualityExpectations).map(({ id }) => id));
    const expected = draft.relations.get('qualityExpectations') ?? [];
    const added = expected.flatMap(({ id }) => (before.has(id) ? [] : [id]));
    const fqn = added.length ? await this.contracts.testWithOwnSql(tx, added) : undefined;
    return fqn === undefined ? undefined : `the test case ${fqn}`;
  }
}

/** One that was moved in its list, or stands there as before, is none. */
function addedRule({ attributes }: EntityDraft, previous?: EntityDocument): string | undefined {
  const before = new Set(membersOf(previous?.odcsQualityRules).map(jsonKey));
  const rules = membersOf(attributes.odcsQualityRules);
  const index = rules.findIndex((rule) => hasOwnSql(rule) && !before.has(jsonKey(rule)));
  if (index === -1) return undefined;
  const { name } = rules[index]!;
  return typeof name === 'string' ? `the rule ${name}` : `odcsQualityRules[${index}]`;
}

/** A query makes it one even where its type says otherwise. */
const hasOwnSql = ({ type, query }: Readonly<Record<string, unknown>>): boolean =>
  query !== undefined || (typeof type === 'string' && type.toLowerCase() === 'sql');

const membersOf = (list: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.filter(isObject) : [];
