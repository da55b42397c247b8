/** The name of a box: refusals in place, and what is typed when the session expires. */
import { renameDevice } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../app/client.ts'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { aDevice, aSignIn } from '../testing/samples.ts'
import { ok, serve, type Answer } from '../testing/server.ts'
import { RenameForm } from './rename-form.tsx'

const done = vi.fn()

function show(answer: () => Answer = () => ok(null)) {
  const server = serve({ [renameDevice.path]: answer })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <RenameForm device={aDevice} done={done} />
    </QueryClientProvider>,
  )
  return server
}
const field = () => screen.getByLabelText<HTMLInputElement>('Name')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const refusal = async () => (await screen.findByRole('alert')).textContent
const save = () => act(async () => screen.getByRole('button', { name: 'Save' }).click())

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  done.mockReset()
})
afterEach(() => {
  cleanup()
  endSession()
})

test('what the form or the cloud refuses is said at the field, and what was typed stays', async () => {
  const server = show(() => ({ code: Code.invalid, msg: '', data: { field: 'name', rule: 'required' } }))
  type('')
  await save()
  expect(await refusal()).not.toBe('')
  expect(server.of(renameDevice.path)).toEqual([])
  type('Harbour')
  expect(screen.queryByRole('alert')).toBe(null)
  await save()
  expect(await refusal()).toBe('This is required')
  expect(field().value).toBe('Harbour')
  expect(done).not.toHaveBeenCalled()
})

test('S104: a name that is half typed is there again for who signs in after the session has expired, and when the sheet was closed, until it is as it was', async () => {
  show()
  type('Harbour')
  await act(async () => endSession('expired'))
  cleanup()
  await act(async () => startSession({ ...aSignIn, token: 'token-2' }))
  show()
  expect(field().value).toBe('Harbour')
  cleanup()
  show()
  expect(field().value).toBe('Harbour')
  type(aDevice.name)
  cleanup()
  show()
  expect(field().value).toBe(aDevice.name)
})
