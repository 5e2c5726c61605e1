import { MOST_SEEN_IDS } from '@app/auth';
import { BooleanProperty, ChoiceProperty, Property, ruleOf, SchemaProperty, TextProperty } from '../http/input';

/** Longer than any token or address that the service issues or accepts. */
const MAX_TOKEN = 1_024;
const MAX_ADDRESS = 320;
const MAX_NAME = 256;
/** Far above the password limit, so that a wrong length is reported by the rule of 8 to 128 characters. */
const MAX_TEXT = 1_024;
/** An answer of an issuer in an address: codes of 2 KB are in use. */
const MAX_ANSWER = 8_192;
/** More tokens than a user has; removeAll revokes all of them. */
const MAX_IDS = 1_000;

export class LoginDto {
  @TextProperty({
    required: true,
    max: MAX_ADDRESS,
    description: 'The e-mail address or the name of the user.',
    example: 'dana@example.com',
  })
  email!: string;

  @TextProperty({
    required: true,
    max: MAX_TOKEN,
    description: 'Base64 of the password; the password itself with `Content-Type: application/json; password=plain`.',
    example: 'Y29ycmVjdCBob3JzZQ==',
  })
  password!: string;
}

export class RefreshDto {
  @TextProperty({
    max: MAX_TOKEN,
    description: 'The newest refresh token of the login. Required, unless sent as a cookie.',
    example: 'kq3v…',
  })
  refreshToken?: string;
}

export class LogoutDto {
  @TextProperty({
    max: MAX_TOKEN,
    description: 'Any refresh token of the login. Absent: the login of the access token.',
    example: 'kq3v…',
  })
  refreshToken?: string;
}

export class BeginIssuerLoginDto {
  @TextProperty({
    required: true,
    max: MAX_TEXT,
    description: 'One of those that are listed.',
    example: 'https://login.example.org',
  })
  issuer!: string;
}

export class FinishIssuerLoginDto {
  @TextProperty({
    required: true,
    max: MAX_ANSWER,
    description: 'The query of the address to which the issuer sent the browser back.',
    example: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj',
  })
  answer!: string;
}

export class TicketDto {
  @TextProperty({
    required: true,
    max: MAX_TOKEN,
    description: 'The value of `#ticket=` in a login link.',
    example: 'ticket_kq3v…',
  })
  ticket!: string;
}

export class SetupDto {
  @TextProperty({
    required: true,
    min: 0,
    max: MAX_TEXT,
    description: 'The secret that the first start printed.',
    example: 'f3b0…',
  })
  secret!: string;

  @TextProperty({
    min: 0,
    max: MAX_TEXT,
    description:
      '8 to 128 characters, none of the most common passwords. Absent: a random one is generated and returned.',
    example: 'battery staple',
  })
  password?: string;
}

export class ChangePasswordDto {
  @TextProperty({ min: 0, max: MAX_TEXT, description: 'Name of the user; default: the caller.', example: 'dana' })
  username?: string;

  @TextProperty({ min: 0, max: MAX_TEXT, description: 'Required with SELF.', example: 'correct horse' })
  oldPassword?: string;

  @TextProperty({
    required: true,
    min: 0,
    max: MAX_TEXT,
    description: '8 to 128 characters, none of the most common passwords.',
    example: 'battery staple',
  })
  newPassword!: string;

  @TextProperty({
    min: 0,
    max: MAX_TEXT,
    description: 'Must equal newPassword if it is sent.',
    example: 'battery staple',
  })
  confirmPassword?: string;

  @ChoiceProperty({
    required: true,
    of: ['SELF', 'USER'],
    description: 'USER: of another user, by an administrator.',
    example: 'SELF',
  })
  requestType!: 'SELF' | 'USER';

  @BooleanProperty({
    description:
      'Revokes all personal tokens of the user too, or those of a bot; the one that asks included. Default: false.',
    example: true,
  })
  revokeTokens?: boolean;
}

export class AccessTokenDto {
  @TextProperty({ required: true, max: MAX_NAME, example: 'nightly export' })
  tokenName!: string;

  // Which words are allowed depends on whose token it is: the service says so.
  @Property(
    { required: true, description: 'Days, or OneHour; Unlimited (ten years) for bots.', example: '30' },
    ruleOf('one of OneHour, 1, 7, 30, 60, 90', () => true, {
      type: 'string',
      enum: ['OneHour', '1', '7', '30', '60', '90', 'Unlimited'],
    }),
  )
  JWTTokenExpiry!: unknown;
}

export class RevokeTokensDto {
  @SchemaProperty({
    schema: { type: 'array', maxItems: MAX_IDS, items: { type: 'string' } },
    description: 'Ids that are no token of the user are ignored.',
    example: ['4f0f8a30-6f43-4d7e-8f0b-5a6f1c7c2f10'],
  })
  tokenIds?: string[];
}

export class TokenOwnerQuery {
  @TextProperty({
    min: 0,
    max: MAX_NAME,
    description: 'The user; tokens of other users only for administrators.',
    example: 'loader',
  })
  username?: string;
}

export class RevokeTokensQuery extends TokenOwnerQuery {
  @ChoiceProperty({ of: ['true', 'false'], description: 'All tokens of the user.' })
  removeAll?: 'true' | 'false';
}

export class PermissionQuery {
  @TextProperty({
    max: MAX_NAME,
    description: 'Name of the user; default: the caller. Others for administrators, and of an entity for its owners.',
    example: 'dana',
  })
  as?: string;
}

export class LastSeenQuery {
  @TextProperty({
    description: `Ids of users, at most ${MOST_SEEN_IDS}, separated by commas.`,
    required: true,
    min: 36,
    example: '0f4d6a2b-3c1e-4d5f-8a9b-1c2d3e4f5a6b',
  })
  ids!: string;
}
