/** Replays the contract's fixtures: ask returns each call's response unchanged. */
import acts from '../../../../contract/fixtures/acts.json'
import samples from '../../../../contract/fixtures/calls.json'
import { acts as actPromises, calls } from '@homeport/contract/all.ts'
import { decodeForm } from '@homeport/contract/kit/form.ts'
import * as z from 'zod/mini'
import { beforeEach, expect, test } from 'vitest'
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
