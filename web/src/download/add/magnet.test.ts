/** Reading a magnet's files: peers are slow, the box is polled for a minute. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { ok, published, serve, type Answer } from '../../testing/server.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { noFiles, selectionFrom, withFiles } from '../chosen-files.ts'
import { patienceMs, readMagnet } from './magnet.ts'

const url = `magnet:?xt=urn:btih:${'a'.repeat(40)}`
const info = (names: string[], total = names.length) => ({
  name: 'Cosmos',
  select_count: total,
  total,
  total_size: total,
  sub_fileinfo: names.map((file_name, index) => ({ index: index + 1, file_name, file_size: 1, is_selected: true })),
})

/** A fake box that takes `slowMs` per response, with a fake clock that only waiting advances. */
function box(answer: (page: number, times: number) => Answer, slowMs = 8_500) {
  let now = 0
  const stop = new AbortController()
  const requests: number[] = []
  serve({
    '/emqx/publish': published({
      magnet_uri: ({ page }) => {
        requests.push(now)
        now += slowMs
        return answer(Number(page), requests.length)
      },
    }),
  })
  const later = (ms: number, run: () => void) => {
    now += ms
    queueMicrotask(run)
    return () => {}
  }
  return { requests, stop, now: () => now, read: () => readMagnet({ url }, { now: () => now, later, signal: stop.signal }) }
}

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})

test('a magnet whose peers answer after half a minute still shows its files', async () => {
  const slow = box((_, times) => (times < 4 ? ok({}) : ok({ torrent_info: info(['a.mkv']) })))
  expect((await slow.read()).sub_fileinfo).toHaveLength(1)
  expect(slow.requests).toEqual([0, 8_500, 17_000, 25_500])
})

test('after a minute without a list the device gave no response, and nothing more is asked', async () => {
  const silent = box(() => ok({}))
  await expect(silent.read()).rejects.toMatchObject({ kind: 'task', code: TaskCode.notStarted })
  expect(silent.now()).toBeGreaterThanOrEqual(patienceMs - 2_000)
  expect(silent.requests.every((at) => at < patienceMs)).toBe(true)
})

test('a reply that came too late for the cloud is no answer: the box is asked again', async () => {
  const late = box((_, times) => (times === 1 ? { code: Code.noResponse } : ok({ torrent_info: info(['a.mkv']) })), 10_000)
  expect((await late.read()).name).toBe('Cosmos')
})

test('a box that says "not yet" at once is asked every 2 s, not in a storm', async () => {
  const hasty = box((_, times) => (times < 3 ? ok({}) : ok({ torrent_info: info(['a.mkv']) })), 0)
  await hasty.read()
  expect(hasty.requests).toEqual([0, 2_000, 4_000])
})

test('what the box refuses is said at once', async () => {
  const refusing = box(() => ({ code: TaskCode.noFiles }))
  await expect(refusing.read()).rejects.toMatchObject({ kind: 'task', code: TaskCode.noFiles })
  expect(refusing.requests).toHaveLength(1)
})

test('a sheet that was closed asks no more', async () => {
  const closedSheet = box((_, times) => {
    if (times === 2) closedSheet.stop.abort()
    return ok({})
  })
  await expect(closedSheet.read()).rejects.toThrow()
  expect(closedSheet.requests).toHaveLength(2)
})

test('a long list comes page by page', async () => {
  vi.spyOn(console, 'warn')
  const long = box((page) => ok({ torrent_info: info([`file-${page}`], 3) }), 100)
  expect((await long.read()).sub_fileinfo.map((file) => file.file_name)).toEqual(['file-1', 'file-2', 'file-3'])
})

test('a list of thousands comes as one blob, without a page more', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `film-${at}.mkv`)
  const whole = info(names).sub_fileinfo
  const long = box(() => ok({ torrent_info: { ...info(names.slice(0, 99), names.length), list: 'b1' } }), 100)
  const acts = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) =>
    url === '/en/device/blob/b1'
      ? new Response(JSON.stringify(whole), { headers: { 'Content-Type': 'application/octet-stream' } })
      : acts(url, request),
  )
  expect((await long.read()).sub_fileinfo).toEqual(whole)
  expect(long.requests).toHaveLength(1)
})

test('few chosen files go as a list, many as ranges', () => {
  const chosen = (...indexes: number[]) =>
    withFiles(
      noFiles,
      indexes.map((index) => ({ index, file_name: `${index}`, file_size: 1, is_selected: true })),
      true,
    )
  expect(selectionFrom(chosen(9, 1, 2))).toEqual([1, 2, 9])
  expect(selectionFrom(chosen(...Array.from({ length: 20_000 }, (_, at) => at + 1).filter((index) => index !== 7)))).toBe(
    '1-6,8-20000',
  )
})
