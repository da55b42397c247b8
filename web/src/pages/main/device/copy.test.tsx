/** The device page of a box of which a copy is running. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './index.tsx'

const nowMs = new Date('2026-11-27T14:00').getTime()
const at = (when: string) => new Date(when).getTime() / 1000
const original = { id: 'A', name: 'nas-attic', since: at('2026-03-03T08:00'), is_here: true }
const copy = { id: 'B', name: 'nas-attic-2', since: at('2026-11-27T09:12'), is_here: false }
let box: Device
let chosen: string[]
let answer: () => Answer

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })
  localStorage.clear()
  startSession(aSignIn)
  chosen = []
  answer = () => {
    const { copies: _, ...alone } = box
    box = alone
    return ok(null)
  }
  serve({
    '/user/device/lists': () => ok({ data: [box], total: 1, page: 1, limit: 20 }),
    '/user/device/keepCopy': ({ devsn, id }) => {
      chosen.push(`${devsn} ${id}`)
      return answer()
    },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function show(changes: Partial<Device> = {}, lang: Lang = 'en'): Promise<void> {
  setLang(lang)
  startSession(aSignIn)
  box = { ...aDevice, isdefault: 1, role: 'owner', online: 1, copies: [original, copy], ...changes }
  setCurrentDevice(box)
  await act(async () =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <Screen />
        <Toasts />
      </QueryClientProvider>,
    ),
  )
}
const open = async (title: string, choose: string) => {
  const card = (await screen.findByRole('heading', { name: title })).closest('section')
  if (!card) throw new Error('no card')
  await act(async () => within(card).getByRole('button', { name: choose }).click())
  return screen.findByRole('dialog', { name: title })
}

test.each([
  {
    lang: 'en',
    title: 'A copy of this box is running',
    choose: 'Choose',
    rows: ['nas-atticSince 3 Mar 2026 · here now', 'nas-attic-2Since today, 09:12'],
    keep: ['Keep nas-attic', 'nas-attic-2 becomes a box of its own'],
    other: ['Keep nas-attic-2', 'nas-attic becomes a box of its own'],
    done: 'nas-attic-2 stays. It’ll be online in a minute or two.',
  },
  {
    lang: 'zh',
    title: '有一个副本在运行',
    choose: '选择',
    rows: ['nas-attic2026年3月3日起 · 当前这台', 'nas-attic-2今天 09:12 起'],
    keep: ['保留 nas-attic', 'nas-attic-2 将成为一台新盒子'],
    other: ['保留 nas-attic-2', 'nas-attic 将成为一台新盒子'],
    done: '已保留 nas-attic-2，一两分钟内上线。',
  },
] as const)(
  'P51: $lang: the owner is told of a copy and chooses which one stays',
  async ({ lang, title, choose, rows, keep, other, done }) => {
    await show({}, lang)
    const sheet = await open(title, choose)
    expect(
      within(sheet)
        .getAllByRole('radio')
        .map((one) => one.closest('label')?.textContent),
    ).toEqual(rows)
    within(sheet).getByRole('button', { name: keep[0] })
    within(sheet).getByText(keep[1])
    const [, second] = within(sheet).getAllByRole('radio')
    await act(async () => second?.click())
    within(sheet).getByText(other[1])
    await act(async () => within(sheet).getByRole('button', { name: other[0] }).click())
    await screen.findByText(done)
    expect(chosen).toEqual([`${aDevice.devsn} B`])
    expect(screen.queryByRole('heading', { name: title })).toBeNull()
  },
)

test('P51: a member is told, but only the owner chooses; without a copy nothing is told', async () => {
  await show({ role: 'member' })
  const card = (await screen.findByRole('heading', { name: 'A copy of this box is running' })).closest('section')
  expect(card?.textContent).toContain('nas-attic-2')
  expect(card?.querySelector('button')).toBeNull()
  cleanup()
  const { copies: _, ...alone } = aDevice
  await show({ ...alone, copies: undefined })
  expect(screen.queryByRole('heading', { name: 'A copy of this box is running' })).toBeNull()
})

test('P51: copies of one name are numbered, one without a name is named, and several leave together', async () => {
  await show({ copies: [original, { ...copy, name: 'nas-attic' }, { ...copy, id: 'C', name: '' }] })
  const sheet = await open('A copy of this box is running', 'Choose')
  within(sheet).getByText('nas-attic (1)')
  within(sheet).getByText('nas-attic (2)')
  within(sheet).getByText('Unnamed computer')
  within(sheet).getByText('The others become boxes of their own')
  within(sheet).getByRole('button', { name: 'Keep nas-attic (1)' })
})

test('P51: a copy that has just gone is told in words, and the list is asked again', async () => {
  await show()
  const sheet = await open('A copy of this box is running', 'Choose')
  answer = () => {
    const { copies: _, ...alone } = box
    box = alone
    return { code: Code.notFound }
  }
  await act(async () => within(sheet).getByRole('button', { name: 'Keep nas-attic' }).click())
  await screen.findByText('That copy isn’t running any more.')
  expect(screen.queryByRole('heading', { name: 'A copy of this box is running' })).toBeNull()
})
