import { BindingError } from '../binding/binding-error';
import { QuerySyntaxError } from '../language/query-syntax-error';
import { refused } from '../dsl/dsl-fault';

/** What a binder refuses is refused at the place of the clause. */
export function inPlace<T>(path: string, bind: () => T): T {
  try {
    return bind();
  } catch (error) {
    if (error instanceof BindingError) throw refused(path, error.reason);
    if (error instanceof QuerySyntaxError) throw refused(path, error.message);
    throw error;
  }
}
