/** Why a token or its holder is not taken. The reason is for the debug log alone and never holds text of the token. */
export class TokenRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TokenRefused';
  }
}
