/** Every text of every call and act: one in which nothing is seen is none, however it is written. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { acts, calls } from './all.ts'
import { decodeForm } from './kit/form.ts'
import type { Shape } from './kit/operation.ts'

type Sample = { act?: string; path?: string; data?: unknown; form?: Record<string, string> }
type Path = readonly (string | number)[]

const read = async (name: string): Promise<Sample[]> =>
  JSON.parse(await readFile(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const samples = [...(await read('acts.json')), ...(await read('calls.json'))]
const operations = [...calls.map((one) => ({ ...one, name: one.path })), ...acts]

const blanks = ['20', '9', 'a0', '3000', '200b', '2060', 'feff', '115f', '3164', '2800', 'ad', 'e0020', '34f', 'fe0f', '16fe4']
const letters = blanks.map((code) => String.fromCodePoint(parseInt(code, 16)))

/** The field names something that is there or not, or a secret, which may be any characters (P9). */
const isNoText = (field: string): boolean =>
  /(?:^|_)(?:id|ids|code|password|username|path|paths|devsn|devid|region|next|token|to)$/.test(field)
/** Searched for, and not kept. */
const isQuery = (field: string): boolean => /^(?:q|query|titles)$/.test(field)

/** May be empty, and then it is another's. */
const isName = (field: string): boolean => /^(?:name|category)$/.test(field)

/** Where a text stands in a sample. */
function pathsOf(value: unknown, keys: Path = []): Path[] {
  if (typeof value === 'string') return [keys]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...keys, Array.isArray(value) ? Number(key) : key]))
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((inner: unknown, at) => (at === key ? withText(inner, rest, text) : inner))
  const entries = Object.entries(Object(value))
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === key ? withText(inner, rest, text) : inner]))
}

function takes(input: Shape, { sample, keys }: { sample: unknown; keys: Path }, text: string): boolean {
  return input.safeParse(withText(sample, keys, text)).success
}

for (const { name, input } of operations) {
  const own = samples
    .filter(({ act, path }) => name === act || name === path)
    .map(({ data, form }) => data ?? decodeForm(input, form ?? {}))
  const texts = own.flatMap((sample) =>
    pathsOf(sample)
      .map((keys) => ({ sample, keys, field: String(keys.findLast((key) => typeof key === 'string')) }))
      .filter(({ keys, field }) => !isNoText(field) && (isName(field) || !takes(input, { sample, keys }, ''))),
  )
  if (texts.length === 0) continue
  test(`${name}: a text that has to be there is one that is seen, and bears no control characters`, () => {
    for (const { sample, keys, field } of texts) {
      const taken = letters.filter((letter) => [1, 3, 8].some((count) => takes(input, { sample, keys }, letter.repeat(count))))
      expect([keys, taken]).toEqual([keys, []])
      if (!isQuery(field)) expect([keys, takes(input, { sample, keys }, 'Ab\u0001cd')]).toEqual([keys, false])
    }
  })
}
