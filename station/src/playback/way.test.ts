/** How a film reaches a screen, by what ffprobe found and what the browser says it can. */
import type { Ability } from '@homeport/contract/screen.ts'
import { expect, it } from 'vitest'
import { chromiumCan, film } from '../app/test-tv.ts'
import { wayOf, type PlayableFile } from './way.ts'

const mkv = 'matroska,webm'
const withHevc: Ability[] = [...chromiumCan, 'hevc', 'eac3']

it.each<[string, string, Partial<PlayableFile>, Ability[]]>([
  ['direct', 'h264 and aac in mp4', {}, chromiumCan],
  ['direct', 'h264 and aac in mkv', { container: mkv, path: '/a.mkv' }, chromiumCan],
  ['direct', 'a film without sound', { audio: '' }, chromiumCan],
  ['direct', 'vp9 and opus in webm', { container: mkv, path: '/a.webm', video: 'vp9', audio: 'opus' }, chromiumCan],
  [
    'direct',
    'vp9 and opus in mkv where webm is all it can',
    { container: mkv, path: '/a.mkv', video: 'vp9', audio: 'opus' },
    ['webm', 'vp9', 'opus'],
  ],
  ['direct', 'hevc on a TV that can', { video: 'hevc', pix_fmt: 'yuv420p10le' }, withHevc],
  ['remux', 'h264 and ac3 in mkv', { container: mkv, path: '/a.mkv', audio: 'ac3' }, chromiumCan],
  ['remux', 'h264 and aac in mpeg-ts', { container: 'mpegts', path: '/a.ts' }, chromiumCan],
  ['remux', 'h264 and aac in mkv for a browser without mkv', { container: mkv, path: '/a.mkv' }, ['mp4', 'h264', 'aac']],
  ['remux', 'hevc and dts on a TV that can hevc', { container: mkv, path: '/a.mkv', video: 'hevc', audio: 'dts' }, withHevc],
  ['transcode', 'hevc where the browser cannot', { video: 'hevc' }, chromiumCan],
  ['transcode', 'h264 of ten bits', { pix_fmt: 'yuv420p10le' }, chromiumCan],
  ['transcode', 'mpeg4 in avi', { container: 'avi', path: '/a.avi', video: 'mpeg4', audio: 'mp3' }, chromiumCan],
  [
    'transcode',
    'vp8 with a sound that mp4 would have to bear',
    { container: mkv, path: '/a.mkv', video: 'vp8', audio: 'ac3' },
    chromiumCan,
  ],
])('%s: %s', (way, _, facts, can) => {
  expect(wayOf(film('/a.mp4', facts), can)).toBe(way)
})
