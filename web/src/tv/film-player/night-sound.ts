/** Night sound of the film: the sound of the video element runs through Web Audio, once the browser lets it. */
import type { Night } from '@homeport/contract/shape/film/remote.ts'
import { connectNight } from './night-graph.ts'

export type NightSound = ReturnType<typeof createNightSound>
/** openAudio: undefined in a browser that cannot. onChange: what the browser allows is another. */
type Deps = {
  video: HTMLVideoElement
  openAudio: (() => AudioContext) | undefined
  later: (ms: number, run: () => void) => () => void
  onChange: () => void
}
type Routed = { source: MediaElementAudioSourceNode; volume: GainNode; isNight: boolean; leave: () => void }

/** A browser that lets the page has started Web Audio by then. */
const refusedMs = 500

export function createNightSound({ video, openAudio, later, onChange }: Deps) {
  let context: AudioContext | null = null
  let permission: 'unknown' | 'requested' | 'refused' = 'unknown'
  let cancel = () => {}
  let routed: Routed | null = null

  function open(openContext: () => AudioContext): AudioContext {
    const opened = openContext()
    opened.addEventListener('statechange', () => {
      permission = 'unknown'
      cancel()
      onChange()
    })
    return opened
  }

  function request(audio: AudioContext): void {
    permission = 'requested'
    cancel()
    cancel = later(refusedMs, () => {
      permission = 'refused'
      onChange()
    })
    // Settles only after a key on the page, where the browser wants one; the context says so itself.
    audio.resume().catch(() => null)
  }

  /** A video element whose sound is taken into a context that stands would be silent: it is taken only into one that runs. It never comes back out. */
  function route(isWanted: boolean): void {
    if (isWanted && openAudio) context ??= open(openAudio)
    if (!context || (!isWanted && !routed)) return
    if (context.state !== 'running') return void (permission === 'unknown' && request(context))
    routed ??= takeSound(context, video)
    if (routed.isNight === isWanted) return
    routed.leave()
    routed.leave = isWanted ? connectNight(context, routed.source, routed.volume) : connectPlain(routed)
    routed.isNight = isWanted
  }

  return {
    stateFor(isWanted: boolean): Night {
      if (!openAudio) return 'none'
      if (!isWanted) return 'off'
      return permission === 'refused' ? 'blocked' : 'on'
    },
    /** A key was pressed on this page. */
    unblock(): void {
      if (context && permission === 'refused') request(context)
    },
    /** volume: 0 to 1. A compressor hears the full level, so that a film that is turned down is evened out as well: the volume follows behind it. */
    apply({ isWanted, volume }: { isWanted: boolean; volume: number }): void {
      route(isWanted)
      const isNight = routed?.isNight ?? false
      video.volume = isNight && volume > 0 ? 1 : volume
      if (routed) routed.volume.gain.value = isNight ? volume : 1
    },
  }
}

function takeSound(context: AudioContext, video: HTMLVideoElement): Routed {
  // All loudspeakers stay in use while night sound is off.
  context.destination.channelCount = context.destination.maxChannelCount
  const source = context.createMediaElementSource(video)
  const volume = context.createGain()
  volume.connect(context.destination)
  const routed = { source, volume, isNight: false, leave: () => {} }
  routed.leave = connectPlain(routed)
  return routed
}

function connectPlain({ source, volume }: Pick<Routed, 'source' | 'volume'>): () => void {
  source.connect(volume)
  return () => source.disconnect(volume)
}

/** Undefined where the browser has no Web Audio, or plays HLS by itself alone: the sound of such films cannot be taken. */
export function audioOpener(video: HTMLVideoElement): (() => AudioContext) | undefined {
  const isByItself = !('MediaSource' in window) && video.canPlayType('application/vnd.apple.mpegurl') !== ''
  return 'AudioContext' in window && !isByItself ? () => new AudioContext() : undefined
}
