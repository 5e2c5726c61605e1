import { FirstAdmin } from '@app/auth';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { AccessTokenController } from './access-token.controller';
import { FirstAdminAnnouncement } from './first-admin.announcement';
import type { Address } from './first-admin.announcement';
import { LoginController } from './login.controller';
import { PasswordController } from './password.controller';
import { SystemIdentityController } from './system-identity.controller';

@Module({ controllers: [LoginController, AccessTokenController, PasswordController, SystemIdentityController] })
export class IdentityModule {
  /** Needs AuthModule, which is global. */
  static forRoot(address: Address): DynamicModule {
    const announcement = {
      provide: FirstAdminAnnouncement,
      useFactory: (firstAdmin: FirstAdmin) => new FirstAdminAnnouncement(firstAdmin, address),
      inject: [FirstAdmin],
    };
    return { module: IdentityModule, providers: [announcement] };
  }
}
