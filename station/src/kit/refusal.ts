/** The error that a handler throws to refuse: a wire code, and data for the client. */
export class Refusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, data: unknown = null) {
    super(`refused with ${code}`)
    this.code = code
    this.data = data
  }
}
