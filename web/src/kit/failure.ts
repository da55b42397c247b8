/** What went wrong on the wire. Thrown by ask and send, which show nothing; app/failure.tsx alone decides what a person sees. */
import { Code, sessionCodes } from '@homeport/contract/kit/codes.ts'

/**
 * network: no answer or a non-200 status; timeout: none in time; shape: an answer that is not of the contract;
 * session: not signed in (any more); device: no box is bound; modal: the server's own words; field: one input is wrong;
 * task: a code of the box (spec 8's table); code: any other code of the cloud.
 */
export type FailureKind = 'network' | 'timeout' | 'shape' | 'session' | 'device' | 'modal' | 'field' | 'task' | 'code'

type During = 'call' | 'act' | 'upload'

export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: number
  readonly data: unknown
  /** What was under way: a call, an act to the box, or bytes on their way up. */
  readonly during: During

  constructor(kind: FailureKind, detail: { code?: number; msg?: string; data?: unknown; during?: During } = {}) {
    super(detail.msg ?? '')
    this.name = 'Failure'
    this.kind = kind
    this.code = detail.code ?? 0
    this.data = detail.data
    this.during = detail.during ?? 'call'
  }

  /** The wrong field and the rule it broke, of a kind `field`. */
  get invalid(): { field: string; rule: string } | null {
    const { data } = this
    if (typeof data !== 'object' || data === null || !('field' in data) || !('rule' in data)) return null
    return { field: String(data.field), rule: String(data.rule) }
  }
}

/** The failure that an envelope with another code than 200 stands for. */
export function failureOf(answer: { code: number; msg: string; data: unknown }): Failure {
  if (sessionCodes.includes(answer.code)) return new Failure('session', answer)
  if (answer.code === Code.modal) return new Failure('modal', answer)
  const failure = new Failure('field', answer)
  return answer.code === Code.invalid && failure.invalid ? failure : new Failure('code', answer)
}

export function isFailure(error: unknown, kind?: FailureKind): error is Failure {
  return error instanceof Failure && (kind === undefined || error.kind === kind)
}

/** For a promise's catch: the same failure, which says what was under way. */
export function failedDuring(during: During): (error: unknown) => never {
  return (error) => {
    if (!isFailure(error)) throw error
    throw new Failure(error.kind, { code: error.code, msg: error.message, data: error.data, during })
  }
}
