/** The actions of a renderer that the box needs, with their values read (UPnP AVTransport and RenderingControl 1). */
import { unlessRefused } from '../driven/driver-base.ts'
import type { Device } from '../polled/device.ts'
import type { Answers, DeviceState } from '../polled/film-on-device.ts'
import type { Description } from './description.ts'
import { didlOf } from './didl.ts'
import { timeMs, timeText } from './time-text.ts'
import { callAction, refusalOf, type UpnpClient } from './upnp.ts'

export type Transport = ReturnType<typeof createTransport>

const instance = { InstanceID: '0' }
const master = { ...instance, Channel: 'Master' }

const states = new Map<string, DeviceState>(
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

export function createTransport(client: UpnpClient, { transport, rendering, connection }: Description) {
  const ask = (action: string, values: Record<string, string> = {}) =>
    callAction(client, transport, { action, values: { ...instance, ...values } })
  async function render(action: string, values: Record<string, string> = {}): Promise<Map<string, string>> {
    if (!rendering) throw refusalOf(action, 0)
    return callAction(client, rendering, { action, values: { ...master, ...values } })
  }
  const act = async (action: string, values?: Record<string, string>) => void (await ask(action, values))

  async function state(): Promise<DeviceState | undefined> {
    const answer = await ask('GetTransportInfo')
    const reported = states.get(answer.get('currenttransportstate') ?? '')
    return reported === 'stopped' && answer.get('currenttransportstatus') === 'ERROR_OCCURRED' ? 'failed' : reported
  }

  const device: Device = {
    async open(film) {
      await unlessRefused(act('Stop'))
      await act('SetAVTransportURI', { CurrentURI: film.uri, CurrentURIMetaData: didlOf(film) })
      await act('Play', { Speed: '1' })
    },
    play: () => act('Play', { Speed: '1' }),
    pause: () => act('Pause'),
    stop: () => act('Stop'),
    seek: (ms) => act('Seek', { Unit: 'REL_TIME', Target: timeText(ms) }),
    async answers(): Promise<Answers> {
      const current = await unlessRefused(state())
      const position = await unlessRefused(ask('GetPositionInfo'))
      return { state: current, uri: position?.get('trackuri') ?? '', positionMs: timeMs(position?.get('reltime')) }
    },
    async volume() {
      const value = Number.parseInt((await render('GetVolume')).get('currentvolume') ?? '', 10)
      return Number.isNaN(value) ? undefined : Math.min(100, Math.max(0, value))
    },
    setVolume: async (percent) => void (await render('SetVolume', { DesiredVolume: String(percent) })),
    isMuted: async () => ['1', 'true', 'yes'].includes((await render('GetMute')).get('currentmute') ?? ''),
    setMuted: async (isMuted) => void (await render('SetMute', { DesiredMute: isMuted ? '1' : '0' })),
  }
  return {
    device,
    /** The protocols and formats that it plays, '' if it does not say. */
    formats: async (): Promise<string> => {
      if (!connection) return ''
      return (await callAction(client, connection, { action: 'GetProtocolInfo' })).get('sink') ?? ''
    },
  }
}
