/** Applies a call's output schema to a response, without the schema's own cost for each field (docs/decisions/034). */
import type { Shape } from '@homeport/contract/kit/operation.ts'

/** Gives the parsed value, or `unusual` for anything that is not plainly right: then the schema itself decides. */
type Reader = (value: unknown) => unknown
const unusual = Symbol('unusual')

// NOTE: zod/mini exposes the structure of a schema only as _zod.def, as in contract/kit/form.ts.
type Schema = { _zod: { def: Def }; safeParse(value: unknown): { success: boolean; data?: unknown } }
type Def = {
  type: string
  checks?: unknown[]
  catchall?: unknown
  format?: string
  coerce?: boolean
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
}

/** Throws where the schema throws. Built at the first response. */
export function outputReader<S extends Shape>(schema: S): (value: unknown) => ReturnType<S['parse']> {
  let read: Reader | undefined
  return (value) => {
    read ??= readerOf(schema)
    const output = read(value)
    // NOTE: a reader gives what the schema would give.
    return (output === unusual ? schema.parse(value) : output) as ReturnType<S['parse']>
  }
}

function readerOf(schema: Schema): Reader {
  const { def } = schema._zod
  const isPlain = (def.checks ?? []).length === 0 && !def.coerce
  if (isPlain && def.type === 'object' && def.shape && !def.catchall) return objectReader(def.shape)
  if (isPlain && def.type === 'array' && def.element) return arrayReader(readerOf(def.element))
  if (isPlain && def.type === 'nullable' && def.innerType) {
    const read = readerOf(def.innerType)
    return (value) => (value === null ? null : read(value))
  }
  if (isPlain && def.type === 'string' && !def.format) return (value) => (typeof value === 'string' ? value : unusual)
  if (isPlain && def.type === 'number' && !def.format) return (value) => (Number.isFinite(value) ? value : unusual)
  if (isPlain && def.type === 'boolean') return (value) => (typeof value === 'boolean' ? value : unusual)
  return (value) => {
    const { success, data } = schema.safeParse(value)
    return success ? data : unusual
  }
}

function objectReader(shape: Record<string, Schema>): Reader {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, read: readerOf(schema) }))
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, undefined]))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unusual
    const output = { ...empty }
    for (const { name, read } of fields) {
      // NOTE: an object's fields are read by the names of its shape.
      const field = (value as Record<string, unknown>)[name]
      // The schema decides whether a field that is left out may be.
      if (field === undefined) return unusual
      const result = read(field)
      if (result === unusual) return unusual
      output[name] = result
    }
    return output
  }
}

function arrayReader(read: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value)) return unusual
    const output: unknown[] = []
    for (const item of value) {
      const result = read(item)
      if (result === unusual) return unusual
      output.push(result)
    }
    return output
  }
}
