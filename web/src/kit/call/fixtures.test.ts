/** Replays the contract's fixtures: ask returns each call's response unchanged. */
import acts from '../../../../contract/fixtures/acts.json'
import samples from '../../../../contract/fixtures/calls.json'
import { acts as actPromises, calls } from '@homeport/contract/all.ts'
import { decodeForm } from '@homeport/contract/kit/form.ts'
import * as z from 'zod/mini'
import { beforeEach, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'
import { ask } from './http.ts'
import { setLang } from '../lang.ts'
import { setCurrentDevice, startSession } from '../session.ts'
import { serve } from '../../testing/server.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})

for (const sample of samples) {
  test(`the app asks ${sample.path} with the fields of its sample and reads its answer`, async () => {
    const call = calls.find((one) => one.path === sample.path)
    if (!call) throw new Error('no such call')
    const requests = serve({ [sample.path]: () => sample.answer })
    expect(await ask(call, decodeForm(call.input, sample.form))).toEqual(sample.answer.data)
    expect(requests.of(sample.path)).toEqual([sample.form])
  })
}

test('the app reads every act’s reply as it was sent', () => {
  for (const { act, reply } of acts) {
    const promise = actPromises.find((one) => one.name === act)
    expect(promise && z.parse(promise.output, reply)).toEqual(reply)
  }
})

/** The places of all strings in an answer. */
function* stringsIn(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value === 'string') yield path
  else if (Array.isArray(value)) for (const [at, entry] of value.entries()) yield* stringsIn(entry, [...path, at])
  else if (value !== null && typeof value === 'object')
    for (const [field, entry] of Object.entries(value)) yield* stringsIn(entry, [...path, field])
}

const replaced = (value: unknown, [first, ...rest]: (string | number)[], text: string): unknown => {
  if (first === undefined) return text
  if (Array.isArray(value)) return value.map((entry, at) => (at === first ? replaced(entry, rest, text) : entry))
  return Object.fromEntries(
    Object.entries(Object(value)).map(([field, entry]) => [field, field === first ? replaced(entry, rest, text) : entry]),
  )
}

/** A box is updated by its owner, and the app by a reload: either may be the newer one. */
test('an app that is older than its box reads an answer whose lists of values have grown since', () => {
  const refused = new Set<string>()
  let borne = 0
  for (const { act, reply } of acts) {
    const shape = actPromises.find((one) => one.name === act)?.output ?? z.never()
    for (const path of stringsIn(reply)) {
      const answer = replaced(reply, path, 'a_later_value')
      const plain = z.safeParse(shape, answer)
      if (plain.success || !plain.error.issues.every(({ code }) => /^invalid_(?:value|union)$/.test(code))) continue
      if (readAnswer(shape, answer).success) borne += 1
      else refused.add(`${act} ${path.join('.')}`)
    }
  }
  expect([...refused]).toEqual([])
  expect(borne).toBeGreaterThan(100)
})
