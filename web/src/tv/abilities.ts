/** The formats that this browser can play; the station decides by them whether to transcode. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'

const abilities: Partial<Record<Ability, string>> = {
  mp4: 'video/mp4; codecs="avc1.640028, mp4a.40.2"',
  webm: 'video/webm; codecs="vp8, vorbis"',
  mkv: 'video/x-matroska; codecs="avc1.640028, mp4a.40.2"',
  h264: 'video/mp4; codecs="avc1.640028"',
  hls: 'application/vnd.apple.mpegurl',
  hevc10: 'video/mp4; codecs="hvc1.2.4.L120.90"',
  h264_high10: 'video/mp4; codecs="avc1.6e0028"',
  hevc: 'video/mp4; codecs="hvc1.1.6.L120.90"',
  vp8: 'video/webm; codecs="vp8"',
  vp9: 'video/webm; codecs="vp09.00.40.08"',
  av1: 'video/mp4; codecs="av01.0.08M.08"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  mp3: 'audio/mpeg',
  opus: 'audio/webm; codecs="opus"',
  vorbis: 'audio/webm; codecs="vorbis"',
  flac: 'audio/mp4; codecs="flac"',
  ac3: 'audio/mp4; codecs="ac-3"',
  eac3: 'audio/mp4; codecs="ec-3"',
}

const containers: readonly Ability[] = ['mp4', 'webm', 'mkv', 'hls', 'mse']
const streamKind = 'video/mp4; codecs="avc1.640028, mp4a.40.2"'

/** channels: of the loudspeakers. */
export type ScreenDevice = { hasMediaSource: boolean; isHdr: boolean; channels: number }

export function abilitiesOf(canPlay: (kind: string) => string, { hasMediaSource, isHdr, channels }: ScreenDevice): Ability[] {
  const results: Ability[] = []
  let name: Ability
  for (name in abilities) if (canPlay(abilities[name] ?? '') !== '') results.push(name)
  if (hasMediaSource) results.push('mse')
  if (isHdr) results.push('hdr')
  if (channels > 2) results.push('surround')
  return results
}

/** False for a browser without any container that the box can send. */
export function playsFilms(can: readonly Ability[]): boolean {
  return can.some((ability) => containers.indexOf(ability) !== -1)
}

export function screenDevice(): ScreenDevice {
  return {
    hasMediaSource: 'MediaSource' in window && MediaSource.isTypeSupported(streamKind),
    isHdr: matchMedia('(dynamic-range: high)').matches,
    channels: loudspeakers(),
  }
}

/** A browser that gives no sound context has two. */
function loudspeakers(): number {
  if (!('AudioContext' in window)) return 2
  const context = new AudioContext()
  const { maxChannelCount } = context.destination
  void context.close()
  return maxChannelCount
}
