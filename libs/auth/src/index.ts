export { AuthModule } from './auth.module';
export { Authenticator, type RecalledActor, type RecalledStanding } from './authenticator';
export { ConnectionBox, connectionBoxOf, connectionBoxOfFile } from './keys/connection-box';
export { SEALED_ELSEWHERE, SecretBox, secretBoxOf } from './keys/secret-box';
export { Logins, REFRESH_SECONDS, type TokenPair } from './login/logins';
export { Tickets, type TicketHolder } from './login/tickets';
export { DepartedUsers } from './login/departed-users';
export { PasswordChange, type PasswordChangeRequest } from './login/password-change';
export { issueOperatorToken, issueSignInTicket, type OperatorTokenOptions } from './operator/operator-token';
export { PasswordReset } from './login/password-reset';
export { networkOf } from './password/network';
export {
  AccessControl,
  type Access,
  type AccessScope,
  type Decision,
  type ObjectRequest,
} from './permission/access-control';
export type { AccessObject, ObjectPredicate } from './permission/condition';
export { ruleWordFaults, type RuleWords } from './permission/rule-words';
export {
  AccessTokens,
  type AccessTokenOrder,
  type AccessTokenView,
  type NewAccessToken,
} from './personal/access-tokens';
export type { AuthenticatedActor, Principal, TokenBearer } from './principal/principal';
export { Principals } from './principal/principals';
export { RuleHolders } from './principal/rule-holders';
export { PrincipalsModule } from './principal/principals.module';
export { FirstAdmin, type FirstAdminSet } from './setup/first-admin';
export { SHIPPED_ROLES, type ShippedRole } from './shipped-roles';
export { credentialHeaders, type CredentialHeaders } from './token/bearer';
export { PENDING_SECONDS } from './sign-in/pending-sign-in';
export { OutsideSignIns, type SignInIssuer, type SignOut } from './sign-in/outside-sign-ins';
export { TokenIssuer, type IssuedToken, type TokenOrder } from './token/token-issuer';
export { UserRepository } from './user/user.repository';
export { LastSeen, MOST_SEEN_IDS, type SeenUser } from './user/last-seen';
