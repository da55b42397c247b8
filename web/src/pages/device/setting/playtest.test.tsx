/** The page of the test of the conversion: what it says in each state, and what it sends. */
import type { ConversionTest } from '@homeport/contract/playback/conversion-test.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve } from '../../../testing/server.ts'
import { Screen } from './playtest.tsx'

const untested: ConversionTest = { is_running: false, done: 0, tested_at: 0, hindrance: '', data: [], screens: [] }
const tested: ConversionTest = {
  ...untested,
  tested_at: 1_796_000_000,
  data: [
    { kind: 'mpeg2_576', speed: 9.46 },
    { kind: 'hevc_1080', speed: 1.1 },
    { kind: 'hevc_2160', speed: 1 },
    { kind: 'av1_2160', speed: null },
  ],
  screens: [
    { screen_id: 'a', name: 'Den', kinds: ['h264_1080', 'av1_1080', 'h264_2160', 'hdr_2160', 'av1_2160'] },
    {
      screen_id: 'b',
      name: 'Attic',
      kinds: ['mpeg2_576', 'h264_1080', 'hevc_1080', 'av1_1080', 'h264_2160', 'hevc_2160', 'hdr_2160', 'av1_2160'],
    },
  ],
}

let sent: unknown[]
function show(now: ConversionTest, online: 0 | 1 = 1): void {
  startSession(aSignIn)
  sent = []
  let result = now
  setCurrentDevice({ ...aDevice, online })
  serve({
    '/emqx/publish': published({
      conversion_test: () => ok(result),
      conversion_test_run: (data) => {
        sent.push(data)
        result = { ...result, is_running: data['is_running'] === true, done: 0 }
        return ok(result)
      },
    }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
}
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
const linesBelow = async (heading: string) => {
  const section = (await screen.findByRole('heading', { name: heading })).closest('section')
  return within(section ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent))
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
})
afterEach(() => {
  cleanup()
  endSession()
})

test('a test is begun, shows how far it is, and is ended', async () => {
  show(untested)
  fireEvent.click(await screen.findByRole('button', { name: 'Start the test' }))
  expect((await screen.findByRole('status')).textContent).toBe('0 of 8 tried')
  expect(screen.getByRole('progressbar', { name: 'What can this box play?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByRole('button', { name: 'Start the test' })
  expect(sent).toEqual([{ is_running: true }, { is_running: false }])
})

test('the speed of each kind, and what each TV does with it', async () => {
  show(tested)
  expect(await linesBelow('Converting on this box')).toEqual([
    'DVD (MPEG-2)9.5× · Smooth',
    'HD (HEVC)1.1× · Smooth',
    '4K (HEVC)1× · Stutters',
    '4K (AV1)Not tried',
  ])
  expect(await linesBelow('Den')).toEqual([
    'As they are: HD (H.264), HD (AV1), 4K (H.264), 4K HDR (HEVC), 4K (AV1)',
    'Converted: DVD (MPEG-2), HD (HEVC)',
    'Too slow to convert: 4K (HEVC)',
  ])
  expect(await linesBelow('Attic')).toEqual(['Everything as it is'])
  expect(screen.getByRole('button', { name: 'Test again' })).toBeTruthy()
})

test.each([
  ['playing', 'en', 'A film is playing. Run the test when it’s over.'],
  ['playing', 'zh', '正在播放影片，请在播完后测试。'],
  ['no_ffmpeg', 'en', 'The box can’t convert films: install ffmpeg on it.'],
] as const)('it says why it cannot begin: %s (%s)', async (hindrance, lang, why) => {
  setLang(lang)
  show({ ...untested, hindrance })
  expect((await screen.findByRole('status')).textContent).toBe(why)
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /test|测试/i }).disabled).toBe(true))
})

test('of a box that is offline and was never seen it says when it can be tested', async () => {
  show(untested, 0)
  await screen.findByRole('heading', { name: 'Box is offline' })
})
