/** The device page of a box with a folder whose disk is not connected. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FileEntry } from '@homeport/contract/files.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aFolder } from '../../../testing/file-box.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Screen } from './index.tsx'

let roots: FileEntry[]
let requests: unknown[]
let answer: () => Answer

const films = aFolder('Films', { path: 'f1', items: 1_102 })
const oldFilms = aFolder('Old films', { path: 'f2', items: null, films: 214 })
const downloads = aFolder('Downloads', { path: 'f3', items: null })

beforeEach(() => {
  localStorage.clear()
  requests = []
  answer = () =>
    ok({
      path: '',
      names: [],
      entries: roots,
      total: roots.length,
      total_size: null,
      next: '',
      free: null,
      disk_total: null,
      can_write: false,
    })
  startSession(aSignIn)
  serve({
    '/device/bind/list': () => ok({ data: [aDevice] }),
    '/emqx/publish': published({
      file_list: (data) => {
        requests.push(data.path)
        return answer()
      },
    }),
  })
})
afterEach(cleanup)

async function show({ lang = 'en', online = 1 }: { lang?: Lang; online?: 0 | 1 } = {}): Promise<void> {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice({ ...aDevice, online })
  await act(async () =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
}
const cardOf = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('section')

test.each([
  ['en', 'Disk not connected', '214 films wait for “Old films”'],
  ['zh', '硬盘未连接', '「Old films」里的 214 部影片需接回硬盘后才能播放'],
] as const)('%s: is told, with the films that wait for it', async (lang, title, caption) => {
  roots = [films, oldFilms]
  await show({ lang })
  expect((await cardOf(title))?.querySelector('p')?.textContent).toBe(caption)
})

test('several are one warning, and one without films is named', async () => {
  roots = [oldFilms, downloads]
  await show()
  const lines = [...((await cardOf('Disk not connected'))?.querySelectorAll('p > span') ?? [])]
  expect(lines.map((line) => line.textContent)).toEqual(['214 films wait for “Old films”', 'Downloads'])
})

test('nothing is told while all disks are there, or by an older box that knows no files', async () => {
  roots = [films]
  await show()
  await waitFor(() => expect(requests).toEqual(['']))
  cleanup()
  answer = () => ({ code: Code.noResponse })
  await show()
  await waitFor(() => expect(requests).toEqual(['', '']))
  expect(screen.queryByRole('heading', { name: 'Disk not connected' })).toBeNull()
})

test('a box that is offline is not asked', async () => {
  roots = [oldFilms]
  await show({ online: 0 })
  await screen.findByRole('heading', { name: aDevice.name })
  expect(requests).toEqual([])
})
