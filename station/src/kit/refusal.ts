/** A handler's way to say no: a code of the wire, and what the client may know about it. */
export class Refusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, data: unknown = null) {
    super(`refused with ${code}`)
    this.code = code
    this.data = data
  }
}
