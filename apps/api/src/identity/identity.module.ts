import { AuthModule, FirstAdmin } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { APP_SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { AccessTokenController } from './access-token.controller';
import { FirstAdminAnnouncement, type Address } from './first-admin.announcement';
import { BrowserSession } from './browser-session';
import { IssuerLoginController } from './issuer-login.controller';
import { LastSeenController } from './last-seen.controller';
import { LoginController } from './login.controller';
import { PasswordController } from './password.controller';
import { PermissionController } from './permission.controller';
import { PermissionRequestController } from './permission-request.controller';
import { SystemIdentityController } from './system-identity.controller';
import { TicketController } from './ticket.controller';

@Module({
  imports: [AuthModule, CatalogModule],
  controllers: [
    LoginController,
    IssuerLoginController,
    TicketController,
    AccessTokenController,
    LastSeenController,
    PasswordController,
    PermissionRequestController,
    PermissionController,
    SystemIdentityController,
  ],
  providers: [
    BrowserSession,
    {
      provide: FirstAdminAnnouncement,
      useFactory: (firstAdmin: FirstAdmin, address: Address) => new FirstAdminAnnouncement(firstAdmin, address),
      inject: [FirstAdmin, APP_SETTINGS],
    },
  ],
})
export class IdentityModule {}
