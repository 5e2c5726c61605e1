/** Examples of answers for the OpenAPI document. */
export const TOKEN_PAIR = {
  accessToken: 'eyJhbGciOiJSUzI1NiIsImtpZCI6Ii4uLiIsInR5cCI6IkpXVCJ9.…',
  refreshToken: 'kq3v…',
  tokenType: 'Bearer',
  expiryDuration: 3_600,
};

const { refreshToken: _inTheCookie, ...browserTokens } = TOKEN_PAIR;
export const BROWSER_TOKENS = browserTokens;

export const ISSUERS = { data: [{ issuer: 'https://login.example.org', name: 'Example' }] };

export const ISSUER_ADDRESS = {
  location:
    'https://login.example.org/authorize?client_id=catalog&response_type=code&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&state=af0ifjsldkj',
};

export const TICKET_HOLDER = { userName: 'admin', expiresAt: 1_767_225_600_000 };

const ACCESS_TOKEN = {
  tokenId: '4f0f8a30-6f43-4d7e-8f0b-5a6f1c7c2f10',
  tokenName: 'nightly export',
  expiryDate: 1_767_225_600_000,
};

export const NEW_ACCESS_TOKEN = { ...ACCESS_TOKEN, jwtToken: TOKEN_PAIR.accessToken };

export const ACCESS_TOKENS = { data: [ACCESS_TOKEN], paging: { total: 1 } };

export const KEY_SET = {
  keys: [{ kty: 'RSA', n: 'vKq…', e: 'AQAB', kid: 'm5nYq8…', alg: 'RS256', use: 'sig' }],
};

export const FIRST_ADMIN = { id: '7c0a3c1e-8e1d-4c53-9f6a-0e6a4f3b9d21', name: 'admin' };

export const TABLE_PERMISSIONS = {
  resource: 'table',
  permissions: [
    {
      operation: 'ViewBasic',
      access: 'conditionalDeny',
      by: 'rule',
      rule: 'OnlyOnesOwn',
      policy: 'PrivateTables',
      condition: '!isOwner()',
    },
    { operation: 'EditAll', access: 'conditionalAllow', by: 'owner' },
  ],
};
