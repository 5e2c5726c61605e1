import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour, ReceivedBody } from '../write/entity-behaviour';

/** The fixed name of a table's suite, whatever name a client sends: a table has exactly one. Its FQN is `<table>.testSuite`. */
export const BASIC_SUITE = 'testSuite';

/** Clients name a table's suite by the table's full FQN, which may exceed the length limit of a name. */
@Injectable()
export class TestSuiteBehaviour implements EntityBehaviour {
  received(_actor: Actor, body: Record<string, unknown>): ReceivedBody {
    const table = body.basicEntityReference ?? body.executableEntityReference;
    return { body: table == null || typeof body.name !== 'string' ? body : { ...body, name: BASIC_SUITE } };
  }
}
