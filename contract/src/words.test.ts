/** Every rule that a schema of the contract can name has a message in both languages, and every field that a user types into has a rule of its own. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { acts, calls } from './all.ts'
import { decodeForm } from './kit/form.ts'
import type { Shape } from './kit/operation.ts'
import { ruleWords } from './shape/field/rule-messages.ts'

// NOTE: zod/mini exposes the structure of a schema only as _zod.def; this test reads all of it.
type Node = { _zod: { def: Record<string, unknown> } }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && '_zod' in value

/** Every message in a schema and its checks, at any depth. */
function rulesOf(node: unknown, seen = new Set<unknown>()): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => rulesOf(one, seen))
  if (!isNode(node) || seen.has(node)) return []
  seen.add(node)
  const { error, shape, ...def } = node._zod.def
  const own: unknown = typeof error === 'function' ? error({ code: 'custom', input: undefined }) : undefined
  const fields = typeof shape === 'object' && shape !== null ? Object.values(shape) : []
  return [...(typeof own === 'string' ? [own] : []), ...[...fields, ...Object.values(def)].flatMap((one) => rulesOf(one, seen))]
}

const inputs: [string, Shape][] = [
  ...calls.map(({ path, input }): [string, Shape] => [path, input]),
  ...acts.map(({ name, input }): [string, Shape] => [name, input]),
]

test('every rule that an input can name has words in both languages', () => {
  const rules = new Set(inputs.flatMap(([, input]) => rulesOf(input)))
  expect(rules.size).toBeGreaterThan(25)
  expect([...rules].filter((rule) => !(rule in ruleWords))).toEqual([])
})

test('no words are left empty', () => {
  for (const lang of ['en', 'zh'] as const) {
    const words = Object.values(ruleWords).map((one) => one[lang])
    expect(words.filter((one) => one.trim() === '')).toEqual([])
  }
})

/** Choices are set by programs, as are the fields below. */
function isChoice(node: unknown): boolean {
  if (!isNode(node)) return false
  const { type, innerType } = node._zod.def
  return type === 'enum' || isChoice(innerType)
}

function fieldOf(input: Shape, name: string): unknown {
  const { shape } = (input as unknown as Node)._zod.def
  return typeof shape === 'object' && shape !== null ? Reflect.get(shape, name) : undefined
}

/** Ids, pages and counts are set by programs: 'Check this value' is enough for them. */
const made = new Set(
  (
    'page limit id ids board_id category_id floor season days remove tags images options place quiet kinds genres ' +
    'max_running time_ms version_code p256dh is_watched is_favorite is_done is_default is_aside is_all'
  ).split(' '),
)
const wrong = ['', ' ', 'x'.repeat(5_000), '\u0000', '<b>&"\'', '-1', '🙂', 'a@b', '123']

type Sample = { path: string; form: Record<string, string> }
const samples: Sample[] = JSON.parse(await readFile(new URL('../fixtures/calls.json', import.meta.url), 'utf8'))

test('whatever is wrong in a field that a person types into, its own rule says so', () => {
  const untold = new Set<string>()
  let refused = 0
  for (const { path, form } of samples) {
    const input = calls.find((one) => one.path === path)?.input
    if (!input) continue
    for (const field of Object.keys(form).filter((name) => !made.has(name))) {
      if (isChoice(fieldOf(input, field))) continue
      for (const text of wrong) {
        const result = z.safeParse(input, decodeForm(input, { ...form, [field]: text }))
        if (result.success) continue
        const [issue] = result.error.issues
        refused += 1
        const isTold = issue && /^[a-z_]+$/.test(String(issue.path[0])) && issue.message in ruleWords
        if (!isTold) untold.add(`${path} ${field}`)
      }
    }
  }
  expect([...untold]).toEqual([])
  expect(refused).toBeGreaterThan(100)
})
