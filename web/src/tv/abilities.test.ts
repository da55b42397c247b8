/** The formats that browsers say they can play, and the abilities that the box is told of. */
import { expect, test, vi } from 'vitest'
import { abilitiesOf, playsFilms, screenDevice } from './abilities.ts'

const plainDevice = { hasMediaSource: false, isHdr: false, channels: 2 }

/** As canPlayType of a browser with these containers and codecs answers. */
const browserWith =
  (containers: readonly string[], codecs: readonly string[]) =>
  (kind: string): string => {
    const [, container = '', list = ''] = /^([^;]+)(?:; codecs="(.*)")?$/.exec(kind) ?? []
    const requested = list.split(', ').filter(Boolean)
    if (!containers.includes(container)) return ''
    return requested.every((codec) => codecs.some((own) => codec.startsWith(own))) ? 'probably' : ''
  }

test('a TV of 2018 has mp4 with H.264 and HLS of its own, and no newer codec', () => {
  const tv = browserWith(
    ['video/mp4', 'audio/mp4', 'audio/mpeg', 'application/vnd.apple.mpegurl'],
    ['avc1.64', 'mp4a.40.2', 'ac-3'],
  )
  expect(abilitiesOf(tv, plainDevice).toSorted()).toEqual(['aac', 'ac3', 'h264', 'hls', 'mp3', 'mp4'])
})

test('a browser of a computer has webm with VP9 and Opus, AV1 in mp4, and no HEVC', () => {
  const free = browserWith(
    ['video/mp4', 'audio/mp4', 'video/webm', 'audio/webm', 'audio/mpeg'],
    ['avc1', 'mp4a', 'vp8', 'vp09', 'vorbis', 'opus', 'av01', 'flac'],
  )
  const can = abilitiesOf(free, { ...plainDevice, hasMediaSource: true })
  expect(can).toEqual(expect.arrayContaining(['webm', 'vp8', 'vp9', 'opus', 'vorbis', 'av1', 'flac', 'h264_high10', 'mse']))
  for (const ability of ['mkv', 'hevc', 'hevc10', 'ac3', 'eac3', 'hls', 'hdr', 'surround']) expect(can).not.toContain(ability)
})

test('ten bits are an ability of their own: who plays HEVC of eight need not play them', () => {
  const eightBits = browserWith(['video/mp4'], ['hvc1.1'])
  const tenBits = browserWith(['video/mp4'], ['hvc1'])
  expect(abilitiesOf(eightBits, plainDevice)).toEqual(['hevc'])
  expect(abilitiesOf(tenBits, plainDevice).toSorted()).toEqual(['hevc', 'hevc10'])
})

test('a “maybe” counts, an empty answer does not', () => {
  expect(abilitiesOf((kind) => (kind === 'audio/mpeg' ? 'maybe' : ''), plainDevice)).toEqual(['mp3'])
  expect(abilitiesOf(() => '', plainDevice)).toEqual([])
})

test('the device adds what no codec tells: Media Source, HDR and more than two loudspeakers', () => {
  const of = (device: Partial<typeof plainDevice>) => abilitiesOf(() => '', { ...plainDevice, ...device })
  expect(of({ hasMediaSource: true })).toEqual(['mse'])
  expect(of({ isHdr: true })).toEqual(['hdr'])
  expect(of({ channels: 6 })).toEqual(['surround'])
})

test('a film plays where there is any container that the box can send; codecs alone are none', () => {
  for (const container of ['mp4', 'webm', 'mkv', 'hls', 'mse'] as const) expect(playsFilms([container, 'aac'])).toBe(true)
  expect(playsFilms(['h264', 'aac', 'hdr', 'surround'])).toBe(false)
  expect(playsFilms([])).toBe(false)
})

test('of the device are asked: Media Source for what the box makes, the range of the display, the loudspeakers', () => {
  const close = vi.fn(async () => undefined)
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === '(dynamic-range: high)' }))
  vi.stubGlobal(
    'AudioContext',
    class {
      destination = { maxChannelCount: 8 }
      close = close
    },
  )
  vi.stubGlobal('MediaSource', { isTypeSupported: (kind: string) => kind === 'video/mp4; codecs="avc1.640028, mp4a.40.2"' })
  expect(screenDevice()).toEqual({ hasMediaSource: true, isHdr: true, channels: 8 })
  // A TV gives few sound contexts.
  expect(close).toHaveBeenCalledOnce()
  vi.stubGlobal('MediaSource', { isTypeSupported: () => false })
  expect(screenDevice().hasMediaSource).toBe(false)
})

test('a browser without Media Source and without sound contexts has two loudspeakers', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(screenDevice()).toEqual({ hasMediaSource: false, isHdr: false, channels: 2 })
})
