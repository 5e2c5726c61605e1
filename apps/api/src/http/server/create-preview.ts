import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { withPrefix } from './api-prefix';

/** An app for inspecting its structure only: no provider is instantiated, no connection is opened. */
export async function createPreview(module: Type | DynamicModule): Promise<INestApplication> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return withPrefix(await NestFactory.create(module, new FastifyAdapter({ skipMiddie: true }), options));
}
