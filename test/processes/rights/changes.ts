import { ADMINISTRATORS, ONESELF, readsOf, type RightsRead, type Seen } from './reads';
import type { RightsApi } from './rights-api';
import { assetIn, RightsWorld, tokenOf, unique, userOf } from './world';

/** Who reads after a change, and whether it is shown what it asks for. */
export interface Consequence {
  readonly token: string;
  readonly may: boolean;
  readonly reads: readonly RightsRead[];
}

/** One kind of change of rights, which gives what it took before and takes what it gave. */
export interface RightsChange {
  readonly name: string;
  /** Resolves when the API has acknowledged it. */
  next(api: RightsApi): Promise<Consequence>;
}

const PASSWORD = 'correct horse battery';

const rule = (resource: string, more: object = {}): object => ({
  ...{ name: unique('rule'), effect: 'deny', operations: ['ViewAll'], resources: [resource] },
  ...more,
});
/** A rule that takes nothing from a reader. */
const HARMLESS = rule('table', { operations: ['EditTags'] });

/** Makes the changes. */
export class RightsChanges extends RightsWorld {
  private constructor(
    api: RightsApi,
    private readonly table: Seen,
    private readonly topic: Seen,
  ) {
    super(api);
  }

  static async on(api: RightsApi): Promise<RightsChange[]> {
    const table = await assetIn(api, 'database', ['databases', 'databaseSchemas', 'tables']);
    const topic = await assetIn(api, 'messaging', ['topics']);
    const changes = new RightsChanges(api, table, topic);
    return Promise.all([
      changes.ofRules(),
      changes.ofCondition(),
      changes.ofSwitch(),
      changes.ofPoliciesOfRole(),
      changes.ofLifeOfRole(),
      changes.ofRoles(),
      changes.ofRolesOfTeam(),
      changes.ofPoliciesOfTeam(),
      changes.ofMembership(),
      changes.ofParentOfTeam(),
      changes.ofEverybody(),
      changes.ofAdministrator(),
      changes.ofTokens(),
      changes.ofLogins(),
      changes.ofUsers(),
    ]);
  }

  private async ofRules(): Promise<RightsChange> {
    const policy = await this.policy(HARMLESS);
    const token = await this.userWith({ roles: [await this.role(policy)] });
    return this.toggling('rules of a policy', token, (api, isTaken) =>
      patch(api, `/policies/${policy}`, 'rules', [isTaken ? rule('table') : HARMLESS]),
    );
  }

  private async ofCondition(): Promise<RightsChange> {
    const policy = await this.policy(rule('table', { condition: '!isOwner()' }));
    const token = await this.userWith({ roles: [await this.role(policy)] });
    return this.toggling('the condition of a rule', token, (api, isTaken) =>
      patch(api, `/policies/${policy}`, 'rules', [rule('table', { condition: isTaken ? '!isOwner()' : 'isOwner()' })]),
    );
  }

  private async ofSwitch(): Promise<RightsChange> {
    const policy = await this.policy(rule('table'));
    const token = await this.userWith({ roles: [await this.role(policy)] });
    return this.toggling('a policy that is switched off', token, (api, isTaken) =>
      patch(api, `/policies/${policy}`, 'enabled', isTaken),
    );
  }

  private async ofPoliciesOfRole(): Promise<RightsChange> {
    const [taking, harmless] = [await this.policy(rule('table')), await this.policy(HARMLESS)];
    const role = await this.role(harmless);
    const token = await this.userWith({ roles: [role] });
    return this.toggling('policies of a role', token, (api, isTaken) =>
      patch(api, `/roles/${role}`, 'policies', [{ id: isTaken ? taking : harmless, type: 'policy' }]),
    );
  }

  private async ofLifeOfRole(): Promise<RightsChange> {
    const role = await this.role(await this.policy(rule('table')));
    const token = await this.userWith({ roles: [role] });
    return this.toggling('a role that is deleted and restored', token, (api, isTaken) =>
      isTaken ? api.must('PUT', '/roles/restore', { id: role }) : api.must('DELETE', `/roles/${role}`),
    );
  }

  private async ofRoles(): Promise<RightsChange> {
    const role = await this.role(await this.policy(rule('table')));
    const user = await this.user({});
    const token = await this.tokenOf(user.name);
    return this.toggling('roles of a user', token, (api, isTaken) =>
      patch(api, `/users/${user.id}`, 'roles', isTaken ? [{ id: role, type: 'role' }] : []),
    );
  }

  private async ofRolesOfTeam(): Promise<RightsChange> {
    const role = await this.role(await this.policy(rule('table')));
    const team = await this.team({});
    const token = await this.userWith({ teams: [team] });
    return this.toggling('default roles of a team', token, (api, isTaken) =>
      patch(api, `/teams/${team}`, 'defaultRoles', isTaken ? [{ id: role, type: 'role' }] : []),
    );
  }

  private async ofPoliciesOfTeam(): Promise<RightsChange> {
    const policy = await this.policy(rule('table'));
    const team = await this.team({});
    const token = await this.userWith({ teams: [await this.team({ parents: [team] })] });
    return this.toggling('policies of a team above', token, (api, isTaken) =>
      patch(api, `/teams/${team}`, 'policies', isTaken ? [{ id: policy, type: 'policy' }] : []),
    );
  }

  private async ofMembership(): Promise<RightsChange> {
    const team = await this.team({ policies: [await this.policy(rule('table'))] });
    const user = await this.user({});
    const token = await this.tokenOf(user.name);
    return this.toggling('membership of a team', token, (api, isTaken) =>
      patch(api, `/users/${user.id}`, 'teams', isTaken ? [{ id: team, type: 'team' }] : []),
    );
  }

  private async ofParentOfTeam(): Promise<RightsChange> {
    const above = await this.team({ policies: [await this.policy(rule('table'))] });
    const other = await this.team({});
    const team = await this.team({ parents: [other] });
    const token = await this.userWith({ teams: [team] });
    return this.toggling('the place of a team', token, (api, isTaken) =>
      patch(api, `/teams/${team}`, 'parents', [{ id: isTaken ? above : other, type: 'team' }]),
    );
  }

  private async ofEverybody(): Promise<RightsChange> {
    const { id, rules } = await this.api.must<{ id: string; rules: object[] }>(
      'GET',
      '/policies/name/DataConsumerPolicy?fields=rules',
    );
    const token = await this.userWith({});
    const set = (api: RightsApi, isTaken: boolean): Promise<unknown> =>
      patch(api, `/policies/${id}`, 'rules', isTaken ? [...rules, rule('topic')] : rules);
    const reads = [`/topics/${this.topic.id}`, `/topics/name/${this.topic.fqn}`, '/topics'].map(topicRead);
    return this.toggling('what everybody may', token, set, reads);
  }

  private async ofAdministrator(): Promise<RightsChange> {
    const user = await this.user({});
    const token = await this.tokenOf(user.name);
    const set = (api: RightsApi, isTaken: boolean): Promise<unknown> =>
      patch(api, `/users/${user.id}`, 'isAdmin', !isTaken);
    return this.toggling('an administrator', token, set, [ADMINISTRATORS]);
  }

  private async ofTokens(): Promise<RightsChange> {
    const { name: username } = await this.user({});
    const made = new Map<boolean, { jwtToken: string; tokenId: string }>();
    return {
      name: 'a personal token',
      next: async (api) => {
        const last = made.get(true);
        made.clear();
        if (last) {
          await api.must('PUT', `/users/security/token/revoke?username=${username}`, { tokenIds: [last.tokenId] });
          return { token: last.jwtToken, may: false, reads: [ONESELF, ...readsOf(this.table)] };
        }
        const token = await api.must<{ jwtToken: string; tokenId: string }>(
          'PUT',
          `/users/security/token?username=${username}`,
          { JWTTokenExpiry: '7', tokenName: unique('token') },
        );
        made.set(true, token);
        return { token: token.jwtToken, may: true, reads: [ONESELF, ...readsOf(this.table)] };
      },
    };
  }

  private async ofLogins(): Promise<RightsChange> {
    const { name } = await this.user({ password: PASSWORD });
    const password = Buffer.from(PASSWORD).toString('base64');
    let session: string | undefined;
    return {
      name: 'a login',
      next: async (api) => {
        const token = session;
        if (token !== undefined) {
          session = undefined;
          await api.must('POST', '/users/logout', {}, token);
          return { token, may: false, reads: [ONESELF, ...readsOf(this.table)] };
        }
        const begun = await api.must<{ accessToken: string }>('POST', '/users/login', { email: name, password });
        session = begun.accessToken;
        return { token: session, may: true, reads: [ONESELF, ...readsOf(this.table)] };
      },
    };
  }

  private async ofUsers(): Promise<RightsChange> {
    let user: { readonly id: string; readonly token: string } | undefined;
    return {
      name: 'the life of a user',
      next: async (api) => {
        const last = user;
        user = undefined;
        if (last) {
          await api.must('DELETE', `/users/${last.id}`);
          return { token: last.token, may: false, reads: [ONESELF, ...readsOf(this.table)] };
        }
        const { id, name } = await userOf(api, {});
        const token = await tokenOf(api, name);
        user = { id, token };
        return { token, may: true, reads: [ONESELF, ...readsOf(this.table)] };
      },
    };
  }

  /** @param set takes the right, or gives it back */
  private toggling(
    name: string,
    token: string,
    set: (api: RightsApi, isTaken: boolean) => Promise<unknown>,
    reads: readonly RightsRead[] = readsOf(this.table),
  ): RightsChange {
    let isTaken: boolean | undefined;
    return {
      name,
      next: async (api) => {
        isTaken = !isTaken;
        await set(api, isTaken);
        return { token, may: !isTaken, reads };
      },
    };
  }
}

const topicRead = (path: string): RightsRead => ({
  name: path,
  shows: async (api, token) => (await api.ask('GET', `/api/v1${path}`, undefined, token)).status === 200,
});

const patch = (api: RightsApi, path: string, member: string, value: unknown): Promise<unknown> =>
  api.must('PATCH', path, [{ op: 'add', path: `/${member}`, value }]);
