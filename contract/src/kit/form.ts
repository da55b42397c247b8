/**
 * The form codec (wire.md): one key per field; arrays and objects are one JSON string; booleans 1/0;
 * empty = absent unless the field is text; unknown fields dropped; a key given twice, the last.
 */
import type * as z from 'zod/mini'

export type Form = Record<string, string>

export function encodeForm(input: object): Form {
  const form: Form = {}
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    form[key] =
      typeof value === 'boolean' ? (value ? '1' : '0') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return form
}

/** Decodes the strings of a form (or the values of a JSON body) to the schema's types; invalid text stays unchanged, so that the schema refuses it. */
export function decodeForm(schema: z.ZodMiniType, body: Record<string, unknown>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fieldsOf(schema))) {
    const given = body[key]
    const value = decodeValue(field, Array.isArray(given) && kindOf(field) !== 'array' ? given.at(-1) : given)
    if (value !== undefined) decoded[key] = value
  }
  return decoded
}

function decodeValue(field: Def, value: unknown): unknown {
  if (typeof value !== 'string') return value === null && !canBeNull(field) ? undefined : decodeFlag(field, value)
  const kind = kindOf(field)
  // Unions in the contract always include a string.
  if (kind === 'string' || kind === 'union') return value
  if (value === '') return undefined
  if (kind === 'enum') return value
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (kind === 'boolean') return flags[value] ?? value
  if (kind === 'literal') return literalOf(field, value)
  if (kind === 'unknown' || kind === 'any') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const flags: Record<string, boolean> = { '1': true, '0': false, true: true, false: false }

function decodeFlag(field: Def, value: unknown): unknown {
  return kindOf(field) === 'boolean' && (value === 1 || value === 0) ? value === 1 : value
}

function literalOf(field: Def, value: string): unknown {
  const values = unwrap(field).values ?? []
  return values.find((candidate) => String(candidate) === value) ?? value
}

// NOTE: zod/mini exposes the structure of a schema only as _zod.def; its fields are read only here.
type Def = { type: string; innerType?: Schema; in?: Schema; shape?: Record<string, Schema>; values?: unknown[] }
type Schema = { _zod: { def: unknown } }

const wrappers = new Set(['optional', 'default', 'prefault', 'nullable', 'readonly', 'nonoptional', 'catch'])
const defOf = (schema: Schema) => schema._zod.def as Def

function unwrap(def: Def): Def {
  if (wrappers.has(def.type) && def.innerType) return unwrap(defOf(def.innerType))
  if (def.type === 'pipe' && def.in) return unwrap(defOf(def.in))
  return def
}

function kindOf(def: Def): string {
  return unwrap(def).type
}

function canBeNull(def: Def): boolean {
  return def.type === 'nullable' || (def.innerType !== undefined && canBeNull(defOf(def.innerType)))
}

function fieldsOf(schema: z.ZodMiniType): Record<string, Def> {
  const shape = unwrap(defOf(schema)).shape ?? {}
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, defOf(field)]))
}
