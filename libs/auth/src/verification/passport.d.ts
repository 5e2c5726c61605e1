// What this library uses of passport, which comes without types.

declare module 'passport' {
  export class Passport {
    use(name: string, strategy: object): this;
    authenticate(
      name: string,
      options: { readonly session: false },
      callback: (error: unknown, user: unknown, failure: unknown) => void,
    ): (request: object, response: object, next: (error: unknown) => void) => void;
  }
}
