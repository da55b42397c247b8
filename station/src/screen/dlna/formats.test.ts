/** Formats that renderers name, as TVs and programs really do. */
import { expect, it } from 'vitest'
import { abilitiesOf, namesSubtitles } from './formats.ts'
import { timeMs, timeText } from './time-text.ts'
import { headOf } from './ssdp.ts'

it.each([
  ['', ['mp4', 'h264', 'aac', 'mp3']],
  ['http-get:*:video/mp4:DLNA.ORG_PN=AVC_MP4_HP_HD_AAC,http-get:*:video/x-mkv:*', ['mp4', 'h264', 'aac', 'mp3', 'mkv']],
  [
    'http-get:*:video/mp4:*,http-get:*:video/x-matroska:*,http-get:*:audio/x-ac3:*',
    ['mp4', 'h264', 'aac', 'mp3', 'mkv', 'ac3', 'surround'],
  ],
  ['HTTP-GET:*:VIDEO/MP4:DLNA.ORG_PN=HEVC_MP4_MAIN', ['mp4', 'h264', 'aac', 'mp3', 'hevc', 'hevc10']],
  ['http-get:*:*:*', ['mp4', 'h264', 'aac', 'mp3', 'mkv', 'webm', 'vp8', 'vp9']],
])('%s', (sink, abilities) => {
  expect(abilitiesOf(sink)).toEqual(abilities)
})

it('a loudspeaker, and a device that takes nothing by http, play no films', () => {
  expect(abilitiesOf('http-get:*:audio/mpeg:*,http-get:*:image/jpeg:*')).toBeUndefined()
  expect(abilitiesOf('rtsp-rtp-udp:*:video/mp4:*')).toBeUndefined()
})

it('names subtitles', () => {
  expect(namesSubtitles('http-get:*:video/mp4:*,http-get:*:text/srt:*')).toBe(true)
  expect(namesSubtitles('http-get:*:video/mp4:*')).toBe(false)
})

it('times are read as they are written in the world', () => {
  expect(timeText(3_723_900)).toBe('1:02:03')
  for (const [text, ms] of [
    ['1:02:03', 3_723_000],
    ['00:00:01.500', 1_500],
    ['NOT_IMPLEMENTED', undefined],
    ['', undefined],
    ['-0:00:01', undefined],
    ['99999:00:00', undefined],
  ] as const)
    expect(timeMs(text)).toBe(ms)
})

it('a packet of any device is read, and none that is too long', () => {
  const packet = Buffer.from('HTTP/1.1 200 OK\r\nLocation:http://192.168.1.4/d.xml\r\nnonsense\r\n\r\n')
  expect(headOf(packet).fields.get('location')).toBe('http://192.168.1.4/d.xml')
})
