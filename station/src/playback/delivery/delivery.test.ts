/** The choice of delivery (direct, remux, transcode) by ffprobe's facts and the browser's abilities. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { expect, it } from 'vitest'
import { chromiumCan, film } from '../../testing/tv.ts'
import type { ConversionReason } from '@homeport/contract/playback/tracks.ts'
import { audioOf, deliveryOf, explainDelivery, streamsOfFacts, type Delivery, type PlayableFile } from './delivery.ts'
import type { AudioStream, FileStreams, PictureStream } from './streams.ts'

const mkv = 'matroska,webm'
const can = chromiumCan
const withHevc: Ability[] = [...chromiumCan, 'hevc', 'hevc10', 'eac3']

type Case = Partial<PlayableFile> & {
  is: string
  delivery: Delivery
  /** Why it is converted; undefined if it is not. */
  why?: ConversionReason
  can: Ability[]
  picture?: Partial<PictureStream>
  sound?: Partial<AudioStream>
  more?: Partial<FileStreams>
  /** The audio track; the first if left out. */
  track?: number
  limitKbit?: number
  isForced?: boolean
  isHls?: boolean
}
const second: AudioStream = {
  index: 2,
  codec: 'aac',
  channels: 2,
  sampleRate: 48_000,
  language: 'zh',
  title: '',
  isDefault: false,
}
const onlyMp4: Ability[] = ['mp4', 'h264', 'aac', 'ac3']
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
  { is: 'h264 and ac3 in mkv', container: mkv, path: '/a.mkv', audio: 'ac3', delivery: 'sound', why: 'codec', can },
  { is: 'h264 and aac in mpeg-ts', container: 'mpegts', path: '/a.ts', delivery: 'remux', can },
  {
    is: 'h264 and aac in mkv for a browser without mkv',
    container: mkv,
    path: '/a.mkv',
    delivery: 'remux',
    can: ['mp4', 'h264', 'aac'],
  },
  {
    is: 'hevc and dts where it can hevc',
    container: mkv,
    video: 'hevc',
    audio: 'dts',
    delivery: 'sound',
    why: 'codec',
    can: withHevc,
  },
  { is: 'hevc where the browser cannot', video: 'hevc', delivery: 'transcode', why: 'codec', can },
  { is: 'h264 of ten bits', pix_fmt: 'yuv420p10le', delivery: 'transcode', why: 'depth', can },
  {
    is: 'mpeg4 in avi',
    container: 'avi',
    path: '/a.avi',
    video: 'mpeg4',
    audio: 'mp3',
    delivery: 'transcode',
    why: 'codec',
    can,
  },
  { is: 'vp8 with ac3', container: mkv, path: '/a.mkv', video: 'vp8', audio: 'ac3', delivery: 'transcode', why: 'codec', can },
  { is: 'h264 of ten bits where it can', pix_fmt: 'yuv420p10le', delivery: 'direct', can: [...can, 'h264_high10'] },
  {
    is: 'hevc of ten bits on a TV of eight',
    video: 'hevc',
    pix_fmt: 'yuv420p10le',
    delivery: 'transcode',
    why: 'depth',
    can: [...can, 'hevc'],
  },
  { is: 'h264 with full colour', pix_fmt: 'yuv444p', delivery: 'transcode', why: 'depth', can },
  {
    is: 'HDR on a TV that cannot',
    video: 'hevc',
    picture: { transfer: 'smpte2084' },
    delivery: 'transcode',
    why: 'hdr',
    can: withHevc,
  },
  { is: 'HDR where it can', video: 'hevc', picture: { transfer: 'smpte2084' }, delivery: 'direct', can: [...withHevc, 'hdr'] },
  { is: 'an interlaced picture', picture: { fieldOrder: 'tt' }, delivery: 'transcode', why: 'interlaced', can },
  { is: 'a turned picture in mp4', picture: { rotation: -90 }, delivery: 'direct', can },
  {
    is: 'a turned picture in mkv',
    container: mkv,
    path: '/a.mkv',
    picture: { rotation: -90 },
    delivery: 'transcode',
    why: 'turned',
    can,
  },
  { is: '5.1 for two loudspeakers', sound: { channels: 6 }, delivery: 'sound', why: 'channels', can },
  { is: '5.1 where it can', sound: { channels: 6 }, delivery: 'direct', can: [...can, 'surround'] },
  {
    is: '5.1 copied',
    container: mkv,
    path: '/a.mkv',
    audio: 'ac3',
    sound: { channels: 6 },
    delivery: 'remux',
    can: [...onlyMp4, 'surround'],
  },
  {
    is: 'mp3 of 11,025 Hz, which no mp4 carries',
    container: 'avi',
    path: '/a.avi',
    audio: 'mp3',
    sound: { sampleRate: 11_025 },
    delivery: 'sound',
    why: 'codec',
    can,
  },
  {
    is: 'mp3 of 16,000 Hz',
    container: 'avi',
    path: '/a.avi',
    audio: 'mp3',
    sound: { sampleRate: 16_000 },
    delivery: 'remux',
    can,
  },
  {
    is: 'mp3 of 11,025 Hz in mkv',
    container: mkv,
    path: '/a.mkv',
    audio: 'mp3',
    sound: { sampleRate: 11_025 },
    delivery: 'direct',
    can,
  },
  { is: 'vorbis, which no mp4 carries', container: 'avi', path: '/a.avi', audio: 'vorbis', delivery: 'sound', why: 'codec', can },
  { is: 'the second track', more: { audio: [{ ...second, index: 1 }, second] }, track: 2, delivery: 'remux', can },
  { is: 'a limit that the file is below', more: { bitrate: 3_000_000 }, limitKbit: 4_000, delivery: 'direct', can },
  {
    is: 'a limit that the file is above',
    more: { bitrate: 5_000_000 },
    limitKbit: 4_000,
    delivery: 'transcode',
    why: 'limit',
    can,
  },
  { is: 'a limit for a file of unknown bit rate', limitKbit: 4_000, delivery: 'transcode', why: 'limit', can },
  {
    is: 'a clip cut between keyframes, by HLS',
    container: 'mpegts',
    path: '/a.ts',
    more: { isTrimmed: true },
    isHls: true,
    delivery: 'transcode',
    why: 'cut',
    can,
  },
  { is: 'what the browser claimed and did not play', isForced: true, delivery: 'transcode', why: 'codec', can },
]

it.each(cases)('$delivery: $is', (one) => {
  const {
    is: _is,
    delivery,
    why,
    can,
    picture,
    sound,
    more,
    track,
    limitKbit = 0,
    isForced = false,
    isHls = false,
    ...facts
  } = one
  const described = streamsOfFacts(film('/a.mp4', facts))
  const streams: FileStreams = {
    ...described,
    picture: described.picture && { ...described.picture, ...picture },
    audio: described.audio.map((stream) => ({ ...stream, ...sound })),
    ...more,
  }
  const path = facts.path ?? '/a.mp4'
  const choice = { streams, path, audio: audioOf(streams, track), can, limitKbit, isForced, isHls }
  expect(deliveryOf(choice)).toBe(delivery)
  expect(explainDelivery(choice).reason).toBe(why)
})
