/**
 * Requests whose parameters the server checks before it answers: any client may send anything.
 *
 * Sits in `protocol/`, under the messages of the features.
 */
import * as v from 'valibot';
import { RequestType } from 'vscode-languageserver-protocol';
import type { Described } from '../base/shapes';

export class CheckedRequest<S extends v.GenericSchema, R> extends RequestType<Described<S>, R, void> {
  readonly schema: S;

  constructor(method: string, schema: S) {
    super(method);
    this.schema = schema;
  }
}

/** Makes a request whose answer is an `R`, of parameters with these members. */
export function request<R>() {
  return <const E extends v.ObjectEntries>(
    method: string,
    entries: E,
  ): CheckedRequest<v.ObjectSchema<E, undefined>, R> => new CheckedRequest(method, v.object(entries));
}
