/** The choice of delivery (direct, remux, transcode) by ffprobe's facts and the browser's abilities. */
import type { Ability } from '@homeport/contract/screen-page.ts'
import { expect, it } from 'vitest'
import { chromiumCan, film } from '../testing/tv.ts'
import { deliveryOf, type PlayableFile, type Delivery } from './delivery.ts'

const mkv = 'matroska,webm'
const can = chromiumCan
const withHevc: Ability[] = [...chromiumCan, 'hevc', 'eac3']

type Case = Partial<PlayableFile> & { is: string; delivery: Delivery; can: Ability[] }
const cases: Case[] = [
  { is: 'h264 and aac in mp4', delivery: 'direct', can },
  { is: 'h264 and aac in mkv', container: mkv, path: '/a.mkv', delivery: 'direct', can },
  { is: 'a film without sound', audio: '', delivery: 'direct', can },
  { is: 'vp9 and opus in webm', container: mkv, path: '/a.webm', video: 'vp9', audio: 'opus', delivery: 'direct', can },
  {
    is: 'vp9 and opus in mkv where webm is all it can',
    container: mkv,
    path: '/a.mkv',
    video: 'vp9',
    audio: 'opus',
    delivery: 'direct',
    can: ['webm', 'vp9', 'opus'],
  },
  { is: 'hevc on a TV that can', video: 'hevc', pix_fmt: 'yuv420p10le', delivery: 'direct', can: withHevc },
  { is: 'h264 and ac3 in mkv', container: mkv, path: '/a.mkv', audio: 'ac3', delivery: 'remux', can },
  { is: 'h264 and aac in mpeg-ts', container: 'mpegts', path: '/a.ts', delivery: 'remux', can },
  {
    is: 'h264 and aac in mkv for a browser without mkv',
    container: mkv,
    path: '/a.mkv',
    delivery: 'remux',
    can: ['mp4', 'h264', 'aac'],
  },
  { is: 'hevc and dts where it can hevc', container: mkv, video: 'hevc', audio: 'dts', delivery: 'remux', can: withHevc },
  { is: 'hevc where the browser cannot', video: 'hevc', delivery: 'transcode', can },
  { is: 'h264 of ten bits', pix_fmt: 'yuv420p10le', delivery: 'transcode', can },
  { is: 'mpeg4 in avi', container: 'avi', path: '/a.avi', video: 'mpeg4', audio: 'mp3', delivery: 'transcode', can },
  { is: 'vp8 with ac3', container: mkv, path: '/a.mkv', video: 'vp8', audio: 'ac3', delivery: 'transcode', can },
]

it.each(cases)('$delivery: $is', ({ is: _is, delivery, can, ...facts }) => {
  expect(deliveryOf(film('/a.mp4', facts), can)).toBe(delivery)
})
