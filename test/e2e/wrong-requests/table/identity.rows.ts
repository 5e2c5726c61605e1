import { PATCH_TYPE, type Row } from '../wrong-request';

const describe = { body: [{ op: 'add', path: '/displayName', value: 'x' }], headers: PATCH_TYPE };
const consumer = { as: 'consumer' } as const;
const REFUSED = (operations: string, resource: string): RegExp[] => [
  new RegExp(`^Principal carla is not allowed: operations \\[${operations}\\] on ${resource}$`, 'm'),
];

/** Logins, tokens, passwords, and what a role does not allow. */
export const IDENTITY_ROWS: readonly Row[] = [
  ['POST /users/login', 400, [/email/, /password/], { as: 'nobody', body: {}, fields: ['email', 'password'] }],
  ['POST /users/login', 400, [/email: must be a text/], { as: 'nobody', body: { email: 5, password: 'eA==' } }],
  [
    'POST /users/login',
    400,
    [/remember: is not a known property/],
    { as: 'nobody', body: { email: 'a', password: 'eA==', remember: true } },
  ],
  [
    'POST /users/login',
    400,
    [/constructor/],
    { as: 'nobody', body: '{"email":"a","password":"eA==","constructor":1}' },
  ],
  [
    'POST /users/login',
    400,
    [/password/, /base64/i, /plain/],
    { as: 'nobody', body: { email: 'a', password: 'not base64!' } },
  ],
  [
    'POST /users/login',
    401,
    [/password is wrong/],
    { as: 'nobody', body: { email: 'ghost@example.com', password: 'eHh4eHh4eHg=' } },
  ],
  ['POST /users/login/issuers/begin', 400, [/issuer: is required/], { as: 'nobody', body: {}, fields: ['issuer'] }],
  ['POST /users/login/issuers/finish', 400, [/answer: is required/], { as: 'nobody', body: {}, fields: ['answer'] }],
  ['POST /users/login/issuers/finish', 400, [/X-Session/], { as: 'nobody', body: { answer: 'code=1' } }],
  ['POST /users/login/tickets/inspect', 400, [/ticket: is required/], { as: 'nobody', body: {}, fields: ['ticket'] }],
  ['POST /users/login/tickets/inspect', 401, [/no ticket/], { as: 'nobody', body: { ticket: 'unknown' } }],
  ['POST /users/login/tickets/exchange', 400, [/ticket: is required/], { as: 'nobody', body: {}, fields: ['ticket'] }],
  ['POST /users/login/tickets/exchange', 401, [/not known here/], { as: 'nobody', body: { ticket: 'ticket_unknown' } }],
  [
    'POST /users/login/tickets/exchange',
    400,
    [/X-Session: must be cookie/],
    { as: 'nobody', body: { ticket: 'ticket_unknown' }, headers: { 'x-session': 'local' } },
  ],
  ['POST /users/refresh', 401, [/a ticket/, /tickets\/exchange/], { as: 'nobody', body: { refreshToken: 'ticket_x' } }],
  ['POST /users/refresh', 400, [/refreshToken/], { as: 'nobody', body: {}, fields: ['refreshToken'] }],
  ['POST /users/refresh', 401, [/./], { as: 'nobody', body: { refreshToken: 'unknown' } }],
  ['POST /users/logout', 401, [/./], { as: 'nobody' }],
  ['POST /users/logout', 400, [/refreshToken/], { as: 'nobody', body: { refreshToken: 5 } }],
  ['POST /users/logout', 400, [/login/, /security\/token\/revoke/]],
  ['POST /system/setup', 400, [/secret/], { as: 'nobody', body: {}, fields: ['secret'] }],
  [
    'POST /system/setup?secret=x',
    400,
    [/secret/, /none/],
    { as: 'nobody', body: { secret: 'x', password: 'long enough' } },
  ],
  [
    'PUT /users/changePassword',
    400,
    [/newPassword/, /requestType/, /SELF, USER/],
    { body: {}, fields: ['newPassword', 'requestType'] },
  ],
  [
    'PUT /users/changePassword',
    400,
    [/newPassword/, /8.*128/],
    { body: { newPassword: 'short', requestType: 'SELF', oldPassword: 'x' } },
  ],
  [
    'PUT /users/changePassword',
    400,
    [/confirmPassword|newPassword/],
    { body: { newPassword: 'long enough', confirmPassword: 'other one', requestType: 'SELF', oldPassword: 'x' } },
  ],
  [
    'PUT /users/changePassword',
    400,
    [/username: is required with requestType USER/],
    { body: { newPassword: 'long enough', requestType: 'USER' } },
  ],
  [
    'PUT /users/changePassword',
    404,
    [/^user instance for ghost not found/],
    { body: { newPassword: 'long enough', requestType: 'USER', username: 'ghost' } },
  ],
  [
    'PUT /users/changePassword',
    403,
    REFUSED('EditAll', 'user'),
    { ...consumer, body: { newPassword: 'long enough', requestType: 'USER', username: 'admin' } },
  ],
  [
    'PUT /users/security/token',
    400,
    [/tokenName/, /JWTTokenExpiry: is required; it must be one of OneHour, 1, 7, 30, 60, 90/],
    { body: {}, fields: ['tokenName', 'JWTTokenExpiry'] },
  ],
  [
    'PUT /users/security/token',
    400,
    [/JWTTokenExpiry: must be one of OneHour, 1, 7, 30, 60, 90/],
    { body: { tokenName: 'a', JWTTokenExpiry: '2' } },
  ],
  [
    'PUT /users/security/token',
    400,
    [/JWTTokenExpiry: must be one of/],
    { body: { tokenName: 'a', JWTTokenExpiry: 'Unlimited' } },
  ],
  [
    'PUT /users/security/token?username=admin',
    403,
    REFUSED('EditAll', 'token'),
    { ...consumer, body: { tokenName: 'a', JWTTokenExpiry: '1' } },
  ],
  [
    'PUT /users/security/token?user=admin',
    400,
    [/user: is not a query parameter/, /known: username/],
    { body: { tokenName: 'a', JWTTokenExpiry: '1' } },
  ],
  ['GET /users/security/token?username=admin', 403, REFUSED('EditAll', 'token'), consumer],
  ['GET /users/security/token?username=ghost', 404, [/^user instance for ghost not found/]],
  ['PUT /users/security/token/revoke', 400, [/tokenIds: is required unless removeAll=true/]],
  ['PUT /users/security/token/revoke', 400, [/tokenIds/, /array/], { body: { tokenIds: 'all' } }],
  ['PUT /users/security/token/revoke?removeAll=yes', 400, [/removeAll/, /true, false/]],

  ['POST /tables', 403, REFUSED('Create', 'table'), { ...consumer, body: '{' }],
  [
    'PUT /tables',
    403,
    REFUSED('Create', 'table'),
    { ...consumer, body: { name: 'a', databaseSchema: 'shop.sales.public', columns: [] } },
  ],
  ['PATCH /tables/{table}', 403, REFUSED('EditAll', 'table'), { ...consumer, ...describe }],
  ['DELETE /tables/{table}', 403, REFUSED('Delete', 'table'), consumer],
  // It may be a contract of an asset of theirs: the body says of which.
  ['POST /dataContracts', 400, [/name: is required/, /entity: is required/], { ...consumer, body: {} }],
  ['POST /dataContracts/{contract}/validate', 403, REFUSED('ValidateContract', 'dataContract'), consumer],
  [
    'PUT /dataContracts/{contract}/results',
    403,
    REFUSED('ManageResults', 'dataContract'),
    { ...consumer, body: { timestamp: 1_700_000_000_009, contractExecutionStatus: 'Failed' } },
  ],
  ['DELETE /dataContracts/{contract}/results/1700000000000', 403, REFUSED('ManageResults', 'dataContract'), consumer],
  [
    'POST /users',
    403,
    REFUSED('Create', 'user'),
    { ...consumer, body: { name: 'eve', email: 'eve@example.com', isAdmin: true } },
  ],
  ['POST /roles', 403, REFUSED('Create', 'role'), { ...consumer, body: {} }],
  ['DELETE /policies/{nothing}', 403, REFUSED('Delete', 'policy'), consumer],
  [
    'POST /users',
    403,
    [/^Principal stefan is not allowed: operations \[Create\] on user$/m],
    { as: 'steward', body: {} },
  ],
  [
    'POST /tables',
    403,
    [/^Principal stefan is not allowed: operations \[Create\] on table$/m],
    { as: 'steward', body: {} },
  ],
];
