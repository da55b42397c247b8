/** Applies a call's output schema to a response, without the schema's own cost for each field (docs/decisions/034). */
import { compileFunction } from 'node:vm'
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

/** Source of one function for each part of the schema: V8 compiles each for the one shape that it meets. bySchema: parts that the schema itself reads. */
type Source = { functions: string[]; bySchema: Reader[] }

function readerOf(schema: Schema): Reader {
  const source: Source = { functions: [], bySchema: [] }
  const name = addReader(schema, source)
  const body = `${source.functions.join('\n')}\nreturn ${name}`
  // NOTE: the body is made by the functions below, each of which reads a value.
  return compileFunction(body, ['unusual', 'bySchema'])(unusual, source.bySchema) as Reader
}

/** The name of the function that reads this part. */
function addReader(schema: Schema, source: Source): string {
  const body = bodyOf(schema, source)
  const name = `read${source.functions.length}`
  source.functions.push(`function ${name}(value) { ${body} }`)
  return name
}

function bodyOf(schema: Schema, source: Source): string {
  const { def } = schema._zod
  const test = plainTest(def)
  if (test) return `return ${test('value')} ? value : unusual`
  if (isPlain(def)) {
    if (def.type === 'object' && def.shape && !def.catchall) return objectBody(def.shape, source)
    if (def.type === 'array' && def.element) return arrayBody(addReader(def.element, source))
    if (def.type === 'nullable' && def.innerType)
      return `return value === null ? null : ${addReader(def.innerType, source)}(value)`
  }
  source.bySchema.push((value) => {
    const { success, data } = schema.safeParse(value)
    return success ? data : unusual
  })
  return `return bySchema[${source.bySchema.length - 1}](value)`
}

function isPlain({ checks = [], coerce }: Def): boolean {
  return checks.length === 0 && !coerce
}

/** The test of a text, a number or a flag; undefined for every other schema. */
function plainTest(def: Def): ((name: string) => string) | undefined {
  if (!isPlain(def) || def.format) return undefined
  if (def.type === 'number') return (name) => `Number.isFinite(${name})`
  return def.type === 'string' || def.type === 'boolean' ? (name) => `typeof ${name} === '${def.type}'` : undefined
}

function objectBody(shape: Record<string, Schema>, source: Source): string {
  const fields = Object.entries(shape).map(([name, schema], at) => {
    const key = JSON.stringify(name)
    const test = plainTest(schema._zod.def)
    if (test) return { key, line: `const f${at} = value[${key}]; if (!(${test(`f${at}`)})) return unusual` }
    // The schema decides whether a field that is left out may be.
    const read = `given${at} === undefined ? unusual : ${addReader(schema, source)}(given${at})`
    return { key, line: `const given${at} = value[${key}], f${at} = ${read}; if (f${at} === unusual) return unusual` }
  })
  return `if (typeof value !== 'object' || value === null || Array.isArray(value)) return unusual
    ${fields.map(({ line }) => line).join('\n')}
    return { ${fields.map(({ key }, at) => `[${key}]: f${at}`).join(', ')} }`
}

function arrayBody(read: string): string {
  return `if (!Array.isArray(value)) return unusual
    const output = []
    for (const item of value) {
      const result = ${read}(item)
      if (result === unusual) return unusual
      output.push(result)
    }
    return output`
}
