/** Maps keys of TV remotes and keyboards to the pad's keys; TVs differ in the codes of Back and the player keys. */
import type { RemoteKey } from '@homeport/contract/shape/film/remote.ts'

export type MediaKey = 'play' | 'pause' | 'toggle' | 'stop' | 'forward' | 'rewind' | 'next' | 'previous'
export type Key = RemoteKey | MediaKey

const names: Record<string, Key> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Enter: 'ok',
  ' ': 'ok',
  Escape: 'back',
  Backspace: 'back',
  GoBack: 'back',
  BrowserBack: 'back',
  XF86Back: 'back',
  Home: 'home',
  BrowserHome: 'home',
  AudioVolumeUp: 'volume_up',
  VolumeUp: 'volume_up',
  '+': 'volume_up',
  AudioVolumeDown: 'volume_down',
  VolumeDown: 'volume_down',
  '-': 'volume_down',
  AudioVolumeMute: 'mute',
  VolumeMute: 'mute',
  m: 'mute',
  MediaPlay: 'play',
  MediaPause: 'pause',
  MediaPlayPause: 'toggle',
  MediaStop: 'stop',
  MediaFastForward: 'forward',
  MediaTrackNext: 'next',
  MediaRewind: 'rewind',
  MediaTrackPrevious: 'previous',
}

/** For browsers that send key codes only: webOS, Tizen, HbbTV. */
const numbers: Record<number, Key> = {
  461: 'back',
  10009: 'back',
  415: 'play',
  19: 'pause',
  413: 'stop',
  417: 'forward',
  412: 'rewind',
  10252: 'toggle',
  424: 'previous',
  425: 'next',
  10232: 'previous',
  10233: 'next',
}

export function keyOf({ key, keyCode }: { key: string; keyCode: number }): Key | undefined {
  return names[key] ?? numbers[keyCode]
}
