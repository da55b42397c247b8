/** The actions of a renderer that the box needs, with their values read (UPnP AVTransport and RenderingControl 1). */
import type { Description } from './description.ts'
import { callAction, UpnpFault, type UpnpClient } from './upnp.ts'

export type TransportState = 'playing' | 'paused' | 'loading' | 'stopped' | 'failed'
/** Undefined where the renderer does not say it. */
export type Position = { uri: string; positionMs: number | undefined }
export type Transport = ReturnType<typeof createTransport>

const instance = { InstanceID: '0' }
const master = { ...instance, Channel: 'Master' }

const states = new Map<string, TransportState>(
  Object.entries({
    PLAYING: 'playing',
    RECORDING: 'playing',
    PAUSED_PLAYBACK: 'paused',
    PAUSED_RECORDING: 'paused',
    TRANSITIONING: 'loading',
    STOPPED: 'stopped',
    NO_MEDIA_PRESENT: 'stopped',
  } as const),
)

/** All reject with a UpnpFault where the renderer refuses, and with another error where it does not answer. */
export function createTransport(client: UpnpClient, { transport, rendering, connection }: Description) {
  const act = (action: string, values: Record<string, string> = {}) =>
    callAction(client, transport, { action, values: { ...instance, ...values } })
  async function render(action: string, values: Record<string, string> = {}): Promise<Map<string, string>> {
    if (!rendering) throw new UpnpFault(action, 0)
    return callAction(client, rendering, { action, values: { ...master, ...values } })
  }
  return {
    /** The protocols and formats that it plays, '' if it does not say. */
    formats: async (): Promise<string> => {
      if (!connection) return ''
      return (await callAction(client, connection, { action: 'GetProtocolInfo' })).get('sink') ?? ''
    },
    async set(uri: string, metadata: string): Promise<void> {
      await act('SetAVTransportURI', { CurrentURI: uri, CurrentURIMetaData: metadata })
    },
    play: () => act('Play', { Speed: '1' }),
    pause: () => act('Pause'),
    stop: () => act('Stop'),
    seek: (ms: number) => act('Seek', { Unit: 'REL_TIME', Target: timeText(ms) }),
    async state(): Promise<TransportState | undefined> {
      const answer = await act('GetTransportInfo')
      const state = states.get(answer.get('currenttransportstate') ?? '')
      return state === 'stopped' && answer.get('currenttransportstatus') === 'ERROR_OCCURRED' ? 'failed' : state
    },
    async position(): Promise<Position> {
      const answer = await act('GetPositionInfo')
      return { uri: answer.get('trackuri') ?? '', positionMs: timeMs(answer.get('reltime')) }
    },
    /** Percent. */
    async volume(): Promise<number | undefined> {
      const value = Number.parseInt((await render('GetVolume')).get('currentvolume') ?? '', 10)
      return Number.isNaN(value) ? undefined : Math.min(100, Math.max(0, value))
    },
    setVolume: (percent: number) => render('SetVolume', { DesiredVolume: String(percent) }),
    isMuted: async (): Promise<boolean> => ['1', 'true', 'yes'].includes((await render('GetMute')).get('currentmute') ?? ''),
    setMuted: (isMuted: boolean) => render('SetMute', { DesiredMute: isMuted ? '1' : '0' }),
  }
}

/** H:MM:SS. */
export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** undefined for NOT_IMPLEMENTED and whatever else is no time. */
export function timeMs(text: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^\+?(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)$/.exec(text ?? '') ?? []
  if (hours === undefined) return undefined
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000)
}
