/** The TVs of a box: those it knows, and how one more comes. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Code } from '@homeport/contract/kit/codes.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { hasTyped } from '../../kit/keep/unsent-forms.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn, aTv } from '../../testing/samples.ts'
import { press } from '../../testing/routes.tsx'
import { ok, published, serve } from '../../testing/server.ts'
import { NameTv, unnamedTv } from './name-tv.tsx'
import { ScreensSheet } from './screens-sheet.tsx'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
})
afterEach(cleanup)

function show(tvs: (typeof aTv)[], role: 'owner' | 'member' = 'owner'): void {
  const device = { ...aDevice, role }
  setCurrentDevice(device)
  serve({ '/emqx/publish': published({ screen_list: () => ok({ data: tvs, waiting: [], address: 'http://tv' }) }) })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <ScreensSheet device={device} isOpen onClose={() => {}} />
    </QueryClientProvider>,
  )
}

test.each([
  ['the first TV', [], 'Connect a TV'],
  ['one more', [aTv], 'Connect another TV'],
])('says how %s comes, with the place of its code', async (_, tvs, title) => {
  show(tvs)
  expect(await screen.findByRole('heading', { name: title, level: 3 })).toBeTruthy()
  expect(screen.getByText('Then enter its four-digit code.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Four-digit code on the TV').disabled).toBe(true)
})

test('a member, who enters no code, has no place for one', async () => {
  show([aTv], 'member')
  expect(await screen.findByText(/Ask the owner of the box/)).toBeTruthy()
  expect(screen.queryByLabelText('Four-digit code on the TV')).toBe(null)
})

test('S104: a name of a TV that is half typed is there again for who signs in after the session has expired, until it is left', async () => {
  const name = async () => {
    await press(/^Living-room TV/)
    return screen.findByLabelText<HTMLInputElement>('TV name')
  }
  show([aTv])
  fireEvent.change(await name(), { target: { value: 'Harbour' } })
  await act(async () => endSession('expired'))
  cleanup()
  await act(async () => startSession({ ...aSignIn, token: 'token-2' }))
  show([aTv])
  expect((await name()).value).toBe('Harbour')
  cleanup()
  show([aTv])
  expect((await name()).value).toBe('Living-room TV')
})

test('S104: so is one of a TV that was just let in; closing its sheet leaves it', async () => {
  const showNew = () => {
    cleanup()
    unnamedTv.set(aTv)
    serve({})
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <NameTv device={aDevice} isOpen playing="" />
      </QueryClientProvider>,
    )
    return screen.findByLabelText<HTMLInputElement>('TV name')
  }
  fireEvent.change(await showNew(), { target: { value: 'Harbour' } })
  await act(async () => endSession('expired'))
  cleanup()
  await act(async () => startSession({ ...aSignIn, token: 'token-2' }))
  expect((await showNew()).value).toBe('Harbour')
  await press('Close')
  expect(unnamedTv.get()).toBe(null)
  expect(hasTyped()).toBe(false)
})

test('before a TV is removed what that does is asked; it stands first, and the way back below it', async () => {
  show([aTv])
  await press(/^Living-room TV/)
  await press('Remove this TV')
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.slice(-2)).toEqual(['Remove', 'Cancel'])
})

test('a Kodi is added by its address and password, and what is wrong is said at its field', async () => {
  const kodi = { ...aTv, screen_id: 'k', name: 'Kodi (den)', player: 'kodi', lacks: ['speed'] } as const
  const inputs: unknown[] = []
  let isRight = false
  const tvs: (typeof aTv)[] = []
  const kodis = [{ name: 'Kodi (den)', address: '192.168.1.21', port: 8081 }]
  setCurrentDevice(aDevice)
  serve({
    '/emqx/publish': published({
      screen_list: () => ok({ data: tvs, waiting: [], address: 'http://tv', kodis }),
      screen_kodi_add(given) {
        inputs.push(given)
        if (!isRight) return { code: Code.invalid, msg: '', data: { field: 'password', rule: 'kodi_password' } }
        tvs.push({ ...kodi, lacks: ['speed'] })
        return ok(kodi)
      },
    }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <ScreensSheet device={{ ...aDevice, role: 'owner' }} isOpen onClose={() => {}} />
    </QueryClientProvider>,
  )
  await press('Add a Kodi')
  await press('Add a Kodi')
  expect(await screen.findByText('This is required')).toBeTruthy()
  await press('Kodi (den)')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } })
  await press('Add a Kodi')
  expect(await screen.findByText('Kodi doesn’t accept this username and password')).toBeTruthy()
  isRight = true
  await press('Add a Kodi')
  expect(await screen.findByText('Kodi · no speed')).toBeTruthy()
  expect(inputs[0]).toEqual({ address: '192.168.1.21', port: 8081, username: '', password: 'wrong' })
})

test('a member adds no Kodi', async () => {
  show([aTv], 'member')
  await screen.findByText(/Ask the owner of the box/)
  expect(screen.queryByRole('button', { name: 'Add a Kodi' })).toBe(null)
})
