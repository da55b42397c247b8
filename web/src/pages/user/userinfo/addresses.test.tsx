/** The address book pages: errors at their fields in both languages, kept input, rollback if the cloud refuses. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { addresses, defaultAddress, removeAddress, saveAddress } from '@homeport/contract/address.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav/nav.ts'
import { endSession, startSession } from '../../../kit/session.ts'
import { ok, pageOf, serve, type Answer } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './addresses.tsx'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()
const path = '/pages/user/userinfo/addresses'
const home = {
  id: 'a1',
  name: 'Ann Harbour',
  area_code: '86',
  phone: '13800000001',
  region: 'CN-4403',
  detail: '8 Harbour Road',
  postcode: '',
  is_default: true,
}
const work = { ...home, id: 'a2', name: 'The office', is_default: false }

function show(answers: Record<string, (body: Record<string, string>) => Answer> = {}) {
  const server = serve({ [addresses.path]: () => pageOf([home, work]), ...answers })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  return server
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  forward(path)
})
afterEach(() => {
  cleanup()
  onFailure = vi.fn()
})

test.each([
  [
    'en',
    'Save',
    [
      'Enter a name of up to 30 characters',
      'Enter a mobile number',
      'Select your region',
      'Enter an address of up to 200 characters',
    ],
  ],
  ['zh', '保存', ['收件人姓名需为 1 至 30 个字符', '请输入手机号', '请选择所在地区', '地址需为 1 至 200 个字符']],
] as const)(
  'every empty field of a new address is named at once (%s), and the cloud is not even asked',
  async (lang, save, words) => {
    setLang(lang)
    startSession(aSignIn)
    forward(`${path}?edit=new`)
    const server = show()
    press(save)
    for (const word of words) expect((await screen.findByText(word)).closest('[role=alert]')).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(words.length)
    expect(server.of(saveAddress.path)).toEqual([])
  },
)

test('what the cloud refuses is said at its field, and nothing typed is lost', async () => {
  forward(`${path}?edit=a2`)
  const server = show({
    [saveAddress.path]: () => ({ code: Code.invalid, msg: '', data: { field: 'postcode', rule: 'postcode' } }),
  })
  await screen.findByDisplayValue('The office')
  type('Recipient', 'Another name')
  type('Postcode (optional)', 'SW1A 1AA')
  press('Save')
  await screen.findByText('Enter a valid postcode')
  expect([field('Recipient').value, field('Postcode (optional)').value]).toEqual(['Another name', 'SW1A 1AA'])
  expect(server.of(saveAddress.path)).toMatchObject([{ id: 'a2', name: 'Another name', postcode: 'SW1A 1AA', is_default: '0' }])
  expect(onFailure).not.toHaveBeenCalled()
  type('Postcode (optional)', '')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('another default is shown at once, and goes back where the cloud refuses it', async () => {
  let answer: (given: Answer) => void = () => {}
  const waiting = new Promise<Answer>((resolve) => (answer = resolve))
  const real = show()
  vi.stubGlobal('fetch', slow(defaultAddress.path, waiting, globalThis.fetch))
  const marks = () => [...document.querySelectorAll('.address-entry')].map((one) => one.textContent?.includes('Default'))
  await screen.findByText('The office')
  expect(marks()).toEqual([true, false])
  press('Options for The office')
  fireEvent.click(await screen.findByRole('button', { name: 'Set as default' }))
  await waitFor(() => expect(marks()).toEqual([false, true]))
  await act(async () => answer({ code: Code.fault, msg: 'Something went wrong' }))
  await waitFor(() => expect(marks()).toEqual([true, false]))
  expect(onFailure).toHaveBeenCalled()
  expect(real.of(addresses.path).length).toBeGreaterThan(1)
})

test('P30: a name is shown, asked about and edited as it was typed, never as HTML', async () => {
  const odd = '<img src=x onerror=alert(1)>'
  show({ [addresses.path]: () => pageOf([home, { ...work, name: odd, detail: odd }]) })
  await screen.findByRole('heading', { name: odd })
  expect(document.querySelector('img[src=x]')).toBeNull()
  press(`Options for ${odd}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText(`Remove ${odd}?`)
  expect(document.querySelector('img[src=x]')).toBeNull()
  cleanup()
  forward(`${path}?edit=a2`)
  show({ [addresses.path]: () => pageOf([home, { ...work, name: odd, detail: odd }]) })
  await screen.findAllByDisplayValue(odd)
  expect(field('Recipient').value).toBe(odd)
})

test('removing asks first, and an entry that is gone elsewhere is said to be', async () => {
  const server = show({ [removeAddress.path]: () => ok(null) })
  await screen.findByText('The office')
  press('Options for The office')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('Remove The office?')
  expect(server.of(removeAddress.path)).toEqual([])
  press('Remove')
  await waitFor(() => expect(server.of(removeAddress.path)).toEqual([{ id: 'a2' }]))
  cleanup()
  forward(`${path}?edit=nobody`)
  show()
  await screen.findByText('This entry no longer exists')
})

/** Delays the response of one path. */
function slow(late: string, answer: Promise<Answer>, other: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (typeof input !== 'string' || !input.endsWith(late)) return other(input, init)
    return new Response(JSON.stringify({ msg: '', data: null, ...(await answer) }))
  }
}

test('S92: a half-filled address is there again for who signs in after the session has expired, until it is left', async () => {
  show()
  await screen.findByText('The office')
  press(/Add address/)
  type('Recipient', 'Harbour master')
  await act(async () => endSession('expired'))
  cleanup()
  await act(async () => startSession({ ...aSignIn, token: 'token-2' }))
  show()
  await waitFor(() => expect(field('Recipient').value).toBe('Harbour master'))
  cleanup()
  forward(path)
  show()
  await screen.findByText('The office')
  press(/Add address/)
  expect(field('Recipient').value).toBe('')
})
