/**
 * Reads an answer of a program that may be newer. A string that this version does not have in its list of values is as if it were left out: '' where the list has '',
 * otherwise the default of its field, or of what it is a field of; otherwise the entry of a list that it stands in is left out. All else is refused as before.
 */
import * as z from 'zod/mini'
import type { Shape } from '@homeport/contract/kit/operation.ts'

type Issue = z.core.$ZodIssue
type Parent = Record<PropertyKey, unknown> | unknown[]

export function readAnswer<S extends Shape>(shape: S, data: unknown): z.core.util.SafeParseResult<z.output<S>> {
  const read = z.safeParse(shape, data)
  if (read.success || !read.error.issues.every((issue) => isUnknown(issue, data))) return read
  const mended = structuredClone(data)
  const leftOut = new Map<Parent, Set<PropertyKey>>()
  for (let issues: readonly Issue[] = read.error.issues; issues.length > 0;) {
    if (!leaveOut(issues, mended, leftOut)) return read
    const again = z.safeParse(shape, mended)
    if (again.success) return again
    issues = again.error.issues
  }
  return read
}

/** A string where only certain ones may be. */
function isUnknown({ code, path }: Issue, data: unknown): boolean {
  const value = path.reduce(childOf, data)
  return (code === 'invalid_value' || code === 'invalid_union') && path.length > 0 && typeof value === 'string'
}

/** False if what is refused now is something else, or can't be left out. */
function leaveOut(issues: readonly Issue[], data: unknown, leftOut: Map<Parent, Set<PropertyKey>>): boolean {
  const dropped = new Map<unknown[], Set<number>>()
  for (const issue of issues) {
    let path = issue.path
    const isNeeded = (): boolean => leftOut.get(parentOf(path, data) ?? [])?.has(path.at(-1) ?? '') ?? false
    if (!isNeeded() && !isUnknown(issue, data)) return false
    // A field that is needed takes along its parent.
    while (isNeeded()) path = path.slice(0, -1)
    const parent = parentOf(path, data)
    const field = path.at(-1)
    if (parent === undefined || field === undefined) return false
    if (Array.isArray(parent) && typeof field === 'number') add(dropped, parent, field)
    else {
      add(leftOut, parent, field)
      const isEmptyKnown = issue.code === 'invalid_value' && issue.values.includes('') && path === issue.path
      if (isEmptyKnown) Reflect.set(parent, field, '')
      else Reflect.deleteProperty(parent, field)
    }
  }
  for (const [list, indexes] of dropped) for (const at of [...indexes].toSorted((a, b) => b - a)) list.splice(at, 1)
  return true
}

function parentOf(path: readonly PropertyKey[], data: unknown): Parent | undefined {
  const parent = path.slice(0, -1).reduce(childOf, data)
  return path.length > 0 && isParent(parent) ? parent : undefined
}

function childOf(parent: unknown, field: PropertyKey): unknown {
  return isParent(parent) ? Reflect.get(parent, field) : undefined
}

function isParent(value: unknown): value is Parent {
  return typeof value === 'object' && value !== null
}

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
