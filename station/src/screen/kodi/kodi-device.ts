/** A Kodi as a player that is asked what it does (Kodi JSON-RPC API, version 10 and later). */
import type { RemoteKey } from '@homeport/contract/shape/film/remote.ts'
import * as z from 'zod/mini'
import { unlessRefused, PlayerRefusal, type Tracks } from '../driven/driver-base.ts'
import type { Device } from '../polled/device.ts'
import type { Answers } from '../polled/film-on-device.ts'
import { bounds } from './bounds.ts'
import type { Rpc } from './rpc.ts'

/** Add-ons and old versions write numbers as texts. */
const Num = z.pipe(z.union([z.number(), z.string()]), z.transform(Number))
const Players = z.array(z.object({ playerid: Num, type: z.string() })).check(z.maxLength(bounds.maxEntries))
const Time = z.object({ hours: Num, minutes: Num, seconds: Num, milliseconds: Num })
const Properties = z.object({ time: Time, totaltime: Time, speed: Num })
const Item = z.object({ item: z.object({ file: z._default(z.string(), '') }) })
const Sound = z.object({ volume: Num, muted: z.boolean() })
const Stream = z.object({ index: Num })
const Streams = z.object({
  currentaudiostream: z.optional(z.nullable(z.partial(Stream))),
  subtitles: z._default(z.array(Stream).check(z.maxLength(bounds.maxEntries)), []),
})

const keys: Partial<Record<RemoteKey, string>> = {
  up: 'Input.Up',
  down: 'Input.Down',
  left: 'Input.Left',
  right: 'Input.Right',
  ok: 'Input.Select',
  back: 'Input.Back',
  home: 'Input.Home',
}

const suffixes = new Map([
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
])
const maxTitle = 80

/** Teletext is no subtitle to Kodi. */
const noSubtitle = 'dvb_teletext'

export function createKodiDevice({ call }: Pick<Rpc, 'call'>): Device {
  /** The address that it was given last, and the subtitles that were added to it: their addresses by Kodi's number. */
  let opened = { uri: '', added: new Map<string, number>() }

  /** Kodi's number of the player that shows a video; undefined if nothing is shown. */
  async function player(): Promise<number | undefined> {
    const active = Players.safeParse(await call('Player.GetActivePlayers')).data ?? []
    return active.find(({ type, playerid }) => type === 'video' && playerid >= 0)?.playerid
  }

  async function act(method: string, params: object = {}): Promise<void> {
    const playerid = await player()
    // One that opens its film has no player for a moment.
    if (playerid === undefined) throw new PlayerRefusal(`${method}: nothing is shown`, { isNotNow: true })
    await call(method, { playerid, ...params })
  }

  async function fileOf(playerid: number): Promise<string> {
    const answer = await unlessRefused(call('Player.GetItem', { playerid, properties: ['file'] }))
    return plainUri(Item.safeParse(answer).data?.item.file ?? '')
  }

  async function sound(): Promise<z.output<typeof Sound> | undefined> {
    return Sound.safeParse(await call('Application.GetProperties', { properties: ['volume', 'muted'] })).data
  }

  async function setVolume(percent: number): Promise<void> {
    await call('Application.SetVolume', { volume: percent })
  }

  return {
    async open({ uri, title, mediaType }) {
      opened = { uri, added: new Map() }
      await call('Player.Open', { item: { file: namedUri(uri, title, mediaType) } })
    },
    play: () => act('Player.PlayPause', { play: true }),
    pause: () => act('Player.PlayPause', { play: false }),
    /** Only its film of ours. */
    async stop() {
      const playerid = await player()
      if (playerid !== undefined && (await fileOf(playerid)) === opened.uri) await call('Player.Stop', { playerid })
    },
    async seek(ms) {
      try {
        await act('Player.Seek', { value: { time: timeOf(ms) } })
      } catch (error) {
        if (!(error instanceof PlayerRefusal)) throw error
        throw new PlayerRefusal(error.message, { isNotNow: true })
      }
    },
    async answers(): Promise<Answers> {
      const playerid = await player()
      if (playerid === undefined) return { state: 'stopped', uri: '', positionMs: undefined }
      const properties = await unlessRefused(
        call('Player.GetProperties', { playerid, properties: ['time', 'totaltime', 'speed'] }),
      )
      const { data } = Properties.safeParse(properties)
      const uri = await fileOf(playerid)
      const isForeign = uri !== '' && uri !== opened.uri
      if (!data) return { state: undefined, uri, positionMs: undefined, isForeign }
      const positionMs = msOf(data.time)
      // It says so while it reads the first of a film.
      const isOpening = positionMs === 0 && msOf(data.totaltime) === 0
      return { state: isOpening ? 'loading' : data.speed === 0 ? 'paused' : 'playing', uri, positionMs, isForeign }
    },
    async volume() {
      const { volume = Number.NaN } = (await sound()) ?? {}
      return Number.isFinite(volume) ? Math.round(Math.min(100, Math.max(0, volume))) : undefined
    },
    setVolume,
    isMuted: async () => (await sound())?.muted ?? false,
    setMuted: async (isMuted) => void (await call('Application.SetMute', { mute: isMuted })),
    own: {
      async press(key) {
        const method = keys[key]
        if (method !== undefined) await call(method)
      },
      type: async (text) => void (await call('Input.SendText', { text, done: true })),
      choose: (tracks, base) => choose(tracks, base),
    },
  }

  async function choose({ tracks, subtitle }: Tracks, base: string): Promise<void> {
    const playerid = await player()
    if (playerid === undefined) return
    const { currentaudiostream } = await streamsOf(playerid)
    const audio = tracks.audio.findIndex(({ id }) => id === tracks.audio_id)
    // Another sound is heard after a moment of silence.
    if (audio >= 0 && currentaudiostream?.index !== audio)
      await unlessRefused(call('Player.SetAudioStream', { playerid, stream: audio }))
    const chosen = tracks.subtitles.find(({ id }) => id === tracks.subtitle_id)
    if (!chosen || (chosen.source !== 'inside' && !subtitle)) {
      await unlessRefused(call('Player.SetSubtitle', { playerid, subtitle: 'off' }))
      return
    }
    const inside = tracks.subtitles.filter(({ source, format }) => source === 'inside' && format !== noSubtitle)
    const url = subtitle ? new URL(`${subtitle.url}/${Math.round(subtitle.offset_ms)}.srt`, base).href : ''
    const index = chosen.source === 'inside' ? inside.indexOf(chosen) : await added(playerid, url)
    if (index !== undefined && index >= 0)
      await unlessRefused(call('Player.SetSubtitle', { playerid, subtitle: index, enable: true }))
  }

  /** Kodi's number of a subtitle that it fetches; it is added to the film once. */
  async function added(playerid: number, url: string): Promise<number | undefined> {
    const earlier = opened.added.get(url)
    if (earlier !== undefined) return earlier
    const before = new Set((await streamsOf(playerid)).subtitles.map(({ index }) => index))
    await call('Player.AddSubtitle', { playerid, subtitle: url })
    const index = (await streamsOf(playerid)).subtitles.map((one) => one.index).find((one) => !before.has(one))
    if (index !== undefined) opened.added.set(url, index)
    return index
  }

  async function streamsOf(playerid: number): Promise<z.output<typeof Streams>> {
    const properties = ['currentaudiostream', 'subtitles']
    return (
      Streams.safeParse(await unlessRefused(call('Player.GetProperties', { playerid, properties }))).data ?? { subtitles: [] }
    )
  }
}

/** Kodi shows the end of an address as the film's name, and takes what has no suffix for music. */
function namedUri(uri: string, title: string, mediaType: string): string {
  const name = [...title].slice(0, maxTitle).join('').toWellFormed()
  return `${uri}/${encodeURIComponent(name === '' ? 'Film' : name)}.${suffixes.get(mediaType) ?? 'mkv'}`
}

/** The address that was named. */
function plainUri(file: string): string {
  return /^(https?:\/\/[^/]+\/media\/[\w-]+)\/[^/]*$/.exec(file)?.[1] ?? file
}

function timeOf(ms: number): z.input<typeof Time> {
  const whole = Math.max(0, Math.floor(ms))
  const seconds = Math.floor(whole / 1000)
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    milliseconds: whole % 1000,
  }
}

function msOf({ hours, minutes, seconds, milliseconds }: z.output<typeof Time>): number {
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.round(ms)), Number.MAX_SAFE_INTEGER) : 0
}
