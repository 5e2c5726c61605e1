import { component, instant, list, oneOf, text, uuid } from '../http/schemas';

/** The tokens of a login; pages have the refresh token in a cookie instead. */
export const TOKEN_PAIR_SCHEMA = component('TokenPair', {
  accessToken: text,
  'refreshToken?': { ...text, description: 'Absent with `X-Session: cookie`: it is in the cookie' },
  tokenType: oneOf(['Bearer']),
  expiryDuration: { type: 'integer', description: 'Lifetime of the access token, in seconds' },
});

const ACCESS_TOKEN_PROPERTIES = { tokenId: uuid, tokenName: text, expiryDate: instant };

export const NEW_ACCESS_TOKEN_SCHEMA = component('CreatedAccessToken', {
  ...ACCESS_TOKEN_PROPERTIES,
  jwtToken: { ...text, description: 'The token itself' },
});

export const ACCESS_TOKEN_SCHEMA = component('AccessToken', ACCESS_TOKEN_PROPERTIES);

export const KEY_SET_SCHEMA = component('JsonWebKeySet', {
  keys: list(component('JsonWebKey', { kty: text, n: text, e: text, kid: text, alg: text, use: text })),
});

export const FIRST_ADMIN_SCHEMA = component('FirstAdmin', {
  id: uuid,
  name: text,
  'password?': { ...text, description: 'Only where it was made here' },
});
