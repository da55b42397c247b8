/** The notifications of this phone in the settings, with a fake browser and cloud. */
import type { PushState } from '@homeport/contract/push.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { startSession } from '../kit/session.ts'
import { aSignIn } from '../testing/samples.ts'
import { ok, serve, type Answer } from '../testing/server.ts'
import { Toasts } from '../ui/toast.tsx'
import { PushRows } from './push-rows.tsx'

type Phone = { permission: NotificationPermission; decision: NotificationPermission; key: string | null; isReached: boolean }

/** permission: as it is; decision: as it is once asked for. key: of the subscription that the browser has already. */
function usePhone(given: Partial<Phone> = {}) {
  const phone: Phone = { permission: 'default', decision: 'granted', key: null, isReached: true, ...given }
  const ended: string[] = []
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const subscriptionOf = (key: string) => ({
    endpoint: `https://push.example/${key}`,
    options: { applicationServerKey: bytesOf(key).buffer },
    getKey: (name: string) => new Uint8Array(name === 'auth' ? 16 : 65).fill(255).buffer,
    unsubscribe: async () => {
      ended.push(key)
      phone.key = null
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => (phone.key === null ? null : subscriptionOf(phone.key)),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!phone.isReached) throw new DOMException('no push service', 'AbortError')
      phone.key = applicationServerKey
      return subscriptionOf(applicationServerKey)
    },
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', pushManager)
  vi.stubGlobal('Notification', {
    get permission() {
      return phone.permission
    },
    requestPermission: async () => (phone.permission = phone.decision),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready: Promise.resolve({ pushManager }) } })
  return { phone, ended }
}

const none: PushState = { is_subscribed: false, kinds: [], quiet: null }
const all: PushState = { is_subscribed: true, kinds: ['done', 'reply'], quiet: { from: 1_380, to: 420 } }
const ourKey = 'b3VyLWtleQ'

/** A cloud that keeps what it is sent; `answers` replaces an answer. */
function useCloud(first: PushState, answers: Record<string, () => Answer> = {}) {
  let state = first
  const keep = ({ kinds, quiet }: Record<string, string>, isSubscribed = true) => {
    const chosen = JSON.parse(kinds ?? '[]')
    state = { is_subscribed: isSubscribed, kinds: chosen, quiet: quiet ? JSON.parse(quiet) : null }
    return ok(state)
  }
  return serve({
    '/push/settings': () => ok(state),
    '/push/key': () => ok({ key: ourKey }),
    '/push/subscribe': (body) => keep(body),
    '/push/saveSettings': (body) => keep(body),
    '/push/unsubscribe': () => ok((state = none)),
    ...answers,
  })
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <PushRows />
      <Toasts />
    </QueryClientProvider>,
  )
}

const kind = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })
const turn = async (name: string) => {
  const input = await kind(name)
  await waitFor(() => expect(input.disabled).toBe(false))
  await act(async () => input.click())
}
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
const isOn = async (name: string) => (await kind(name)).checked

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('the first choice asks for the permission and subscribes this phone, with its time zone; the next one is saved alone', async () => {
  const { phone } = usePhone()
  const cloud = useCloud(none)
  show()
  await turn('Download complete')
  await waitFor(async () => expect(await isOn('Download complete')).toBe(true))
  expect(phone).toMatchObject({ permission: 'granted', key: ourKey })
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(cloud.of('/push/subscribe')).toMatchObject([
    { endpoint: `https://push.example/${ourKey}`, p256dh: `${'_'.repeat(86)}8`, auth: `${'_'.repeat(21)}w`, time_zone },
  ])
  await turn('New films')
  await waitFor(async () => expect(await isOn('New films')).toBe(true))
  expect(cloud.of('/push/subscribe')).toHaveLength(1)
  expect(cloud.of('/push/saveSettings').map(({ kinds }) => kinds)).toEqual([JSON.stringify(['done', 'film'])])
})

test('when the last kind is off the phone is unsubscribed, and its quiet hours are gone', async () => {
  usePhone({ permission: 'granted', key: ourKey })
  const cloud = useCloud({ ...all, kinds: ['done'] })
  show()
  await screen.findByRole('button', { name: /^Quiet hours/ })
  await turn('Download complete')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Quiet hours/ })).toBe(null))
  expect(cloud.of('/push/unsubscribe')).toHaveLength(1)
  expect(cloud.of('/push/saveSettings')).toEqual([])
})

test('a subscription for another key, as of a cloud before, is replaced; one for ours is used again', async () => {
  const { phone, ended } = usePhone({ permission: 'granted', key: 'b3RoZXI' })
  const cloud = useCloud(none)
  show()
  await turn('Replies and messages')
  await waitFor(async () => expect(await isOn('Replies and messages')).toBe(true))
  expect([ended, phone.key]).toEqual([['b3RoZXI'], ourKey])
  await turn('Replies and messages')
  await waitFor(async () => expect(await isOn('Replies and messages')).toBe(false))
  await turn('Replies and messages')
  await waitFor(() => expect(cloud.of('/push/subscribe')).toHaveLength(2))
  expect(ended).toEqual(['b3RoZXI'])
})

test.each([
  ['en', 'Download complete', /^Notifications are blocked for Homeport\./],
  ['zh', '下载完成', /^已禁止 Homeport 发送通知/],
] as const)(
  'in %s: a permission that is refused is told, nothing is sent, and allowed since it can be tried again',
  async (lang, name, sentence) => {
    setLang(lang)
    startSession(aSignIn)
    const { phone } = usePhone({ decision: 'denied' })
    const cloud = useCloud(none)
    show()
    await turn(name)
    await screen.findByText(sentence)
    expect(screen.queryAllByRole('switch')).toEqual([])
    expect(cloud.of('/push/subscribe')).toEqual([])
    // In the browser's settings; the page hears of it when one comes back to it.
    Object.assign(phone, { permission: 'granted', decision: 'granted' })
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(screen.queryByText(sentence)).toBe(null))
    await turn(name)
    await waitFor(() => expect(cloud.of('/push/subscribe')).toHaveLength(1))
  },
)

test('a question for the permission that is closed unanswered can be asked again', async () => {
  const { phone } = usePhone({ decision: 'default' })
  const cloud = useCloud(none)
  show()
  await turn('Download complete')
  await screen.findByText(/^Notifications are blocked/)
  phone.decision = 'granted'
  await turn('Download complete')
  await waitFor(async () => expect(await isOn('Download complete')).toBe(true))
  expect(cloud.of('/push/subscribe')).toHaveLength(1)
})

test('a push service that cannot be reached is told, and can be tried again', async () => {
  const { phone } = usePhone({ isReached: false })
  const cloud = useCloud(none)
  show()
  await turn('Download complete')
  await screen.findByText(/its push service can’t be reached/)
  expect(await isOn('Download complete')).toBe(false)
  phone.isReached = true
  await turn('Download complete')
  await waitFor(async () => expect(await isOn('Download complete')).toBe(true))
  expect(screen.queryByText(/its push service can’t be reached/)).toBe(null)
  expect(cloud.of('/push/subscribe')).toHaveLength(1)
})

test.each([
  ['in a browser without them', () => Reflect.deleteProperty(navigator, 'serviceWorker'), /doesn’t support notifications/],
  [
    'on an iPhone that has not installed it',
    () => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
      vi.stubGlobal('matchMedia', () => ({ matches: false }))
    },
    /add Homeport to the Home Screen/,
  ],
])('%s one row says what is needed, in place of dead switches', async (_, become, sentence) => {
  usePhone()
  become()
  useCloud(none)
  show()
  await screen.findByText(sentence)
  expect(screen.queryAllByRole('switch')).toEqual([])
})

test('over plain http one row leads to the page of the home CA, where the cloud has one, in place of dead switches', async () => {
  usePhone()
  vi.stubGlobal('isSecureContext', false)
  let has_ca = false
  useCloud(none, { '/https': () => ok({ port: 8743, has_ca, origin: 'https://192.168.1.20:8743' }) })
  show()
  await screen.findByText('Needs https')
  expect(screen.queryAllByRole('switch')).toEqual([])
  expect(screen.queryByRole('link')).toBe(null)
  cleanup()
  has_ca = true
  show()
  const row = await screen.findByRole('link', { name: 'Needs https How to' })
  expect(row.getAttribute('href')).toBe(`${location.origin}/trust?lang=en`)
})

test('settings that cannot be loaded are told, and loaded again by the button', async () => {
  usePhone()
  let isDown = true
  useCloud(none, { '/push/settings': () => (isDown ? { code: 500 } : ok(all)) })
  show()
  await screen.findByText('Notification settings couldn’t be loaded')
  isDown = false
  await press('Try again')
  await waitFor(async () => expect(await isOn('Replies and messages')).toBe(true))
  expect(screen.queryByText('Notification settings couldn’t be loaded')).toBe(null)
})

test('a choice that the cloud does not take is taken back on screen', async () => {
  usePhone({ permission: 'granted', key: ourKey })
  useCloud(all, { '/push/saveSettings': () => ({ code: 500 }) })
  show()
  await turn('New films')
  await waitFor(async () => expect((await kind('New films')).disabled).toBe(false))
  expect([await isOn('New films'), await isOn('Download complete')]).toEqual([false, true])
})

test('quiet hours: shown as a clock shows them, refused while a time is missing or equal, saved, and off', async () => {
  usePhone({ permission: 'granted', key: ourKey })
  const cloud = useCloud(all)
  show()
  await press(/^Quiet hours.*23:00 – 7:00/)
  const fill = async (label: string, value: string) =>
    void fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  await fill('From', '')
  await press('Save')
  await screen.findByText('Enter a time')
  await fill('From', '07:00')
  await screen.findByText('Enter a time other than the start')
  await press('Save')
  expect(cloud.of('/push/saveSettings')).toEqual([])
  await fill('From', '00:05')
  await press('Save')
  await screen.findByText('Quiet hours saved')
  await screen.findByRole('button', { name: /^Quiet hours.*0:05 – 7:00/ })
  expect(cloud.of('/push/saveSettings')).toMatchObject([{ quiet: JSON.stringify({ from: 5, to: 420 }) }])
  await press(/^Quiet hours/)
  await turn('Quiet hours')
  await press('Save')
  await screen.findByRole('button', { name: /^Quiet hours.*Off/ })
})
