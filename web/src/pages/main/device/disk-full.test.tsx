/** The device page of a box whose disk is full. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { isFull } from '../../../device/warning/disk-full.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve } from '../../../testing/server.ts'
import { Screen } from './index.tsx'

const gigabyte = 1e9
const disk = (free: number, path = '/data') => ({
  path,
  free,
  total: 4_000 * gigabyte,
  used: 4_000 * gigabyte - free,
  value: 100,
})
let disks: object[]

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  disks = [disk(0.312 * gigabyte)]
  serve({
    '/device/bind/list': () => ok({ data: [aDevice] }),
    '/emqx/publish': published({
      storage_info: () => ok({ list: disks }),
      bin_list: () =>
        ok({
          data: [{ id: 'b', title: 'M', path: 'm.mkv', files: 1, size: 38 * gigabyte, deleted_at: 1, gone_at: 9 }],
          total: 1,
          page: 1,
          limit: 99,
        }),
    }),
  })
})
afterEach(cleanup)

async function show({ lang = 'en', role = 'owner' }: { lang?: Lang; role?: 'owner' | 'member' } = {}): Promise<void> {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice({ ...aDevice, role, online: 1 })
  await act(async () =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
}

test.each([
  { lang: 'en', full: 'The disk is full', makeRoom: 'Make room', binned: 'Deleted files38 GB' },
  { lang: 'zh', full: '硬盘已满', makeRoom: '腾出空间', binned: '已删除的文件38 GB' },
] as const)(
  'P50: $lang: a full disk is told, with what is free and where room can be made',
  async ({ lang, full, makeRoom, binned }) => {
    await show({ lang })
    const card = (await screen.findByRole('heading', { name: full })).closest('section')
    if (!card) throw new Error('no card')
    expect(card.textContent).toContain('312 MB')
    await act(async () => within(card).getByRole('button', { name: makeRoom }).click())
    const sheet = await screen.findByRole('dialog', { name: makeRoom })
    await within(sheet).findByText('38 GB')
    const links = within(sheet).getAllByRole('link')
    expect(links.map((link) => [link.textContent?.replace('\u00a0', ' '), link.getAttribute('href')])).toContainEqual([
      binned,
      '#/pages/device/setting/bin',
    ])
    expect(links.map((link) => link.getAttribute('href'))).toContain('#/pages/main/movie/list?watched=1')
  },
)

test('a member is told, but only the owner deletes for good', async () => {
  await show({ role: 'member' })
  const card = (await screen.findByRole('heading', { name: 'The disk is full' })).closest('section')
  expect(card?.querySelector('button')).toBeNull()
})

test('of several disks the full one is named; with room on all nothing is told', async () => {
  disks = [disk(900 * gigabyte), disk(0.2 * gigabyte, '/mnt/old films')]
  await show()
  const where = await screen.findByText('200 MB free · /mnt/old films')
  // In a narrow card the path breaks between its folders.
  expect(where.innerHTML).toContain('/<wbr>mnt/<wbr>old films')
  cleanup()
  disks = [disk(900 * gigabyte)]
  await show()
  // The values of last time are shown until the box has answered.
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'The disk is full' })).toBeNull())
})

test.each([
  [{ free: 0, total: 0 }, false],
  [{ free: 63e6, total: 160e6 }, true],
  [{ free: 90e6, total: 160e6 }, false],
  [{ free: 0.9e9, total: 4e12 }, true],
  [{ free: 2e9, total: 4e12 }, false],
  [{ free: 2e9, total: 100e9 }, false],
  [{ free: 0.9e9, total: 100e9 }, true],
])('%o is full: %s', (one, is) => expect(isFull(one)).toBe(is))
