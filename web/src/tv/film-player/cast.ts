/** Sends the video of this browser to another screen: AirPlay in Safari, Remote Playback elsewhere. */

/** none: no device is there, or the browser cannot do it. */
export type CastState = 'none' | 'available' | 'connecting' | 'connected'
export type Cast = { choose: () => Promise<void> }

/** Safari's own, beside the standard. */
type AirPlayVideo = HTMLVideoElement & {
  webkitShowPlaybackTargetPicker: () => void
  readonly webkitCurrentPlaybackTargetIsWireless: boolean
}

function hasAirPlay(video: HTMLVideoElement): video is AirPlayVideo {
  return 'webkitShowPlaybackTargetPicker' in video
}

/** choose: opens the browser's own list of devices, within a press of a key or button; rejects if no device was chosen. */
export function watchCast(video: HTMLVideoElement, onChange: (state: CastState) => void): Cast | undefined {
  if (hasAirPlay(video)) return watchAirPlay(video, onChange)
  return 'remote' in video ? watchRemote(video.remote, onChange) : undefined
}

function watchAirPlay(video: AirPlayVideo, onChange: (state: CastState) => void): Cast {
  let isThere = false
  const tell = () => onChange(video.webkitCurrentPlaybackTargetIsWireless ? 'connected' : isThere ? 'available' : 'none')
  video.addEventListener('webkitplaybacktargetavailabilitychanged', (event) => {
    isThere = 'availability' in event && event.availability === 'available'
    tell()
  })
  video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', tell)
  return {
    choose: async () => video.webkitShowPlaybackTargetPicker(),
  }
}

function watchRemote(remote: RemotePlayback, onChange: (state: CastState) => void): Cast {
  let isThere = false
  const tell = () => onChange(remote.state === 'disconnected' ? (isThere ? 'available' : 'none') : remote.state)
  for (const name of ['connecting', 'connect', 'disconnect'] as const) remote.addEventListener(name, tell)
  const watching = remote.watchAvailability((isAvailable) => {
    isThere = isAvailable
    tell()
  })
  // A browser that cannot watch for devices has none for us.
  watching.catch(() => onChange('none'))
  return { choose: () => remote.prompt() }
}
