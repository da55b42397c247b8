/** The error class for failed requests. Thrown by ask and send, which show nothing; app/failure.tsx alone decides what the user sees. */
import { Code, sessionCodes } from '@homeport/contract/kit/codes.ts'

/**
 * network: no response or a non-200 status; timeout: none in time; shape: a response that does not match the contract;
 * session: not signed in (any more); device: no box is bound; modal: the server's own message; field: one input is invalid;
 * task: a code of the box (spec 8's table); code: any other code of the cloud.
 */
export type FailureKind = 'network' | 'timeout' | 'shape' | 'session' | 'device' | 'modal' | 'field' | 'task' | 'code'

type During = 'call' | 'act' | 'upload'

export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: number
  readonly data: unknown
  /** The request that failed: a call, an act to the box, or an upload. */
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

/** The failure for an envelope whose code is not 200. */
export function failureOf(answer: { code: number; msg: string; data: unknown }): Failure {
  if (sessionCodes.includes(answer.code)) return new Failure('session', answer)
  if (answer.code === Code.modal) return new Failure('modal', answer)
  return fieldOrCode(answer)
}

/** The same for a box's frame: a code under 2000 is the box's own; neither is a session failure (wire.md). */
export function failureOfFrame({ code, data }: { code: number; data?: unknown }): Failure {
  return code < 2000 ? new Failure('task', { code, data }) : fieldOrCode({ code, data })
}

function fieldOrCode(answer: { code: number; msg?: string; data: unknown }): Failure {
  const failure = new Failure('field', answer)
  return answer.code === Code.invalid && failure.invalid ? failure : new Failure('code', answer)
}

let report: (error: unknown) => void = () => {}
export function setFailureReport(next: (error: unknown) => void): void {
  report = next
}

/** For what is sent besides the cache of responses: its failures reach the failure handler too. */
export function reportFailure(error: unknown): void {
  report(error)
}

export function isFailure(error: unknown, kind?: FailureKind): error is Failure {
  return error instanceof Failure && (kind === undefined || error.kind === kind)
}

/** For a promise's catch: rethrows the failure with what was under way. */
export function failedDuring(during: During): (error: unknown) => never {
  return (error) => {
    if (!isFailure(error)) throw error
    throw new Failure(error.kind, { code: error.code, msg: error.message, data: error.data, during })
  }
}
