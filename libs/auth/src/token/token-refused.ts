/** Why a token or its holder is rejected. The reason goes to the debug log only and never contains token text. */
export class TokenRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TokenRefused';
  }
}
