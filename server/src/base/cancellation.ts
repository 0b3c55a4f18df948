/**
 * The part of an `AbortSignal` that tells whether work is still wanted; every `AbortSignal` is one.
 *
 * Code that keeps its thread busy from begin to end gets no abort event, so a signal that another thread aborts would
 * never say so there. Such code asks memory that both threads share (`threads/messages.ts`) through this type.
 */
export type Cancellation = Pick<AbortSignal, 'aborted'>;
