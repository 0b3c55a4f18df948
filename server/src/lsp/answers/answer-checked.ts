/**
 * Answers requests whose parameters are as their definitions say, and refuses all others.
 *
 * Sits in `lsp/`, under what registers the answers.
 */
import type * as v from 'valibot';
import { type Connection, ErrorCodes, type RequestHandler, ResponseError } from 'vscode-languageserver/node';
import { type Described, findWrong } from '../../base/shapes';
import type { CheckedRequest } from '../../protocol/checked-request';

export function answerChecked<S extends v.GenericSchema, R>(
  connection: Connection,
  type: CheckedRequest<S, R>,
  answer: RequestHandler<Described<S>, R, void>,
): void {
  connection.onRequest(type, (params, token) => {
    const wrong = findWrong(type.schema, params);
    if (wrong === undefined) return answer(params, token);
    const place = wrong === '' ? 'its parameters' : wrong;
    throw new ResponseError(
      ErrorCodes.InvalidParams,
      `${type.method}: ${place} is missing or not what it should be`,
    );
  });
}
