/** Every call and every act has a sample of its wire format that matches the schema: parsing loses nothing. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { acts, calls } from './all.ts'
import { decodeForm } from './kit/form.ts'

type ActSample = { act: string; data: unknown; reply: unknown }
type CallSample = { path: string; form: Record<string, string>; answer: { code: number; msg: string; data: unknown } }

const read = async <T>(name: string): Promise<T[]> =>
  JSON.parse(await readFile(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const actSamples = await read<ActSample>('acts.json')
const callSamples = await read<CallSample>('calls.json')

for (const one of acts) {
  test(`the act ${one.name} has a sample, and its reply parses to itself`, () => {
    const samples = actSamples.filter((sample) => sample.act === one.name)
    expect(samples).not.toEqual([])
    for (const sample of samples) {
      expect(one.input.safeParse(sample.data).success).toBe(true)
      expect(one.output.parse(sample.reply)).toEqual(sample.reply)
    }
  })
}

for (const one of calls) {
  test(`the call ${one.path} has a sample, and its answer parses to itself`, () => {
    const samples = callSamples.filter((sample) => sample.path === one.path)
    expect(samples).not.toEqual([])
    for (const sample of samples) {
      expect(one.input.safeParse(decodeForm(one.input, sample.form)).error?.issues).toBeUndefined()
      expect(one.output.parse(sample.answer.data)).toEqual(sample.answer.data)
    }
  })
}
