const TEXT = { type: 'string' } as const;

/** The tokens of a login; pages have the refresh token in a cookie instead. */
export const TOKEN_PAIR_SCHEMA = {
  title: 'TokenPair',
  type: 'object',
  required: ['accessToken', 'tokenType', 'expiryDuration'],
  properties: {
    accessToken: TEXT,
    refreshToken: { ...TEXT, description: 'Absent with `X-Session: cookie`: the cookie holds it' },
    tokenType: { type: 'string', enum: ['Bearer'] },
    expiryDuration: { type: 'integer', description: 'Lifetime of the access token, in seconds' },
  },
};

const ACCESS_TOKEN_PROPERTIES = {
  tokenId: { type: 'string', format: 'uuid' },
  tokenName: TEXT,
  expiryDate: { type: 'integer', format: 'int64', description: 'Epoch milliseconds' },
};

export const NEW_ACCESS_TOKEN_SCHEMA = {
  title: 'CreatedAccessToken',
  type: 'object',
  required: ['tokenId', 'tokenName', 'expiryDate', 'jwtToken'],
  properties: { ...ACCESS_TOKEN_PROPERTIES, jwtToken: { ...TEXT, description: 'The token itself' } },
};

export const ACCESS_TOKEN_SCHEMA = {
  title: 'AccessToken',
  type: 'object',
  required: ['tokenId', 'tokenName', 'expiryDate'],
  properties: ACCESS_TOKEN_PROPERTIES,
};

export const KEY_SET_SCHEMA = {
  title: 'JsonWebKeySet',
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      items: {
        title: 'JsonWebKey',
        type: 'object',
        required: ['kty', 'n', 'e', 'kid', 'alg', 'use'],
        properties: { kty: TEXT, n: TEXT, e: TEXT, kid: TEXT, alg: TEXT, use: TEXT },
      },
    },
  },
};

export const FIRST_ADMIN_SCHEMA = {
  title: 'FirstAdmin',
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: TEXT,
    password: { ...TEXT, description: 'Only where it was made here' },
  },
};
