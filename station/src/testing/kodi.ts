/** For tests: a Kodi that speaks its JSON-RPC over HTTP and fetches what it is given. It can lie as Kodis, add-ons and strangers do. */
import dgram from 'node:dgram'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { questionFor } from '../screen/kodi/dns-packet.ts'

/** refuses: methods. writesTexts: numbers are texts. seeksAfterMs: a seek is answered before it happens. opensAfterMs: nothing is shown for so long after Player.Open. */
export type KodiLies = {
  username?: string
  password?: string
  name?: string
  refuses?: string[]
  writesTexts?: boolean
  seeksAfterMs?: number
  opensAfterMs?: number
  /** The only player has the number -1. */
  isWithoutPlayer?: boolean
  /** It says that it is here in the film. */
  time?: object
  isSilent?: boolean
  isEndless?: boolean
  /** Answers every request so, with HTTP 200. */
  says?: string
}
export type TestKodi = Awaited<ReturnType<typeof openTestKodi>>
type Params = {
  volume: number
  mute: boolean
  item: { file: string }
  play: boolean
  value: { time: Record<string, number> }
  stream: number
  subtitle: number | string
  text: string
}

const noMethod = -32_601
const failed = -32_100

/** The player within it. */
function createKodi(lies: KodiLies) {
  const seen = {
    file: '',
    state: 'stopped' as 'stopped' | 'opening' | 'playing' | 'paused',
    volume: 100,
    isMuted: false,
    audio: 0,
    subtitle: undefined as number | undefined,
    typed: [] as string[],
    keys: [] as string[],
  }
  const inside = 2
  let added: string[] = []
  const clock = { ms: 0, at: 0, totalMs: 0 }
  const fetched: { url: string; status: number; type: string; body: string }[] = []
  const positionMs = () => clock.ms + (seen.state === 'playing' ? performance.now() - clock.at : 0)
  const move = (ms: number) => Object.assign(clock, { ms, at: performance.now() })
  /** Somebody presses a key of its own remote, or the film ends. */
  const turn = (state: typeof seen.state) => {
    move(positionMs())
    seen.state = state
  }
  const number = (value: number) => (lies.writesTexts ? String(value) : value)
  const timeOf = (ms: number) => ({
    hours: number(Math.floor(ms / 3_600_000)),
    minutes: number(Math.floor(ms / 60_000) % 60),
    seconds: number(Math.floor(ms / 1000) % 60),
    milliseconds: number(Math.floor(ms) % 1000),
  })

  async function fetchFrom(url: string): Promise<void> {
    const response = await fetch(url, { headers: { range: 'bytes=0-' } })
    const isText = !response.headers.get('content-type')?.startsWith('video/')
    const body = isText ? await response.text() : ''
    if (!isText) await response.body?.cancel()
    fetched.push({ url, status: response.status, type: response.headers.get('content-type') ?? '', body })
  }

  async function open(file: string): Promise<void> {
    Object.assign(seen, { file, state: 'opening', audio: 0, subtitle: 0 })
    added = []
    Object.assign(clock, { ms: 0, totalMs: 0 })
    await fetchFrom(file).catch(() => fetched.push({ url: file, status: 0, type: '', body: '' }))
    if (fetched.at(-1)?.status !== 206) return void (seen.state = 'stopped')
    const show = () => {
      if (seen.file !== file || seen.state !== 'opening') return
      seen.state = 'playing'
      move(0)
      setTimeout(() => (clock.totalMs = 60_000), 20)
    }
    if (lies.opensAfterMs) setTimeout(show, lies.opensAfterMs)
    else show()
  }

  function seek({ hours, minutes, seconds, milliseconds }: Record<string, number>): void {
    const ms = (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (milliseconds ?? 0)
    if (lies.seeksAfterMs) setTimeout(() => move(ms), lies.seeksAfterMs)
    else move(ms)
  }

  const isShown = () => seen.state === 'playing' || seen.state === 'paused'
  const does: Record<string, (params: Params) => unknown> = {
    'XBMC.GetInfoLabels': () => ({ 'System.FriendlyName': lies.name ?? 'Kodi (den)', 'System.BuildVersion': '20.1' }),
    'Application.GetProperties': () => ({ volume: number(seen.volume), muted: seen.isMuted }),
    'Application.SetVolume': ({ volume }) => (seen.volume = volume),
    'Application.SetMute': ({ mute }) => (seen.isMuted = mute),
    'Player.GetActivePlayers': () =>
      isShown() ? [{ playerid: number(lies.isWithoutPlayer ? -1 : 1), playertype: 'internal', type: 'video' }] : [],
    'Player.Open': ({ item: { file } }) => (void open(file), 'OK'),
    'Player.GetItem': () => ({ item: { file: seen.file, label: '', type: 'unknown' } }),
    'Player.GetProperties': () => ({
      time: lies.time ?? timeOf(positionMs()),
      totaltime: timeOf(clock.totalMs),
      speed: number(seen.state === 'playing' ? 1 : 0),
      currentaudiostream: { index: number(seen.audio) },
      subtitles: Array.from({ length: inside + added.length }, (_, index) => ({ index: number(index) })),
    }),
    'Player.PlayPause': ({ play }) => (turn(play ? 'playing' : 'paused'), { speed: play ? 1 : 0 }),
    'Player.Seek': ({ value: { time } }) => (seek(time), { time }),
    'Player.Stop': () => (turn('stopped'), 'OK'),
    'Player.SetAudioStream': ({ stream }) => ((seen.audio = stream), 'OK'),
    'Player.SetSubtitle': ({ subtitle }) => ((seen.subtitle = typeof subtitle === 'number' ? subtitle : undefined), 'OK'),
    'Player.AddSubtitle': ({ subtitle }) => (added.push(String(subtitle)), void fetchFrom(String(subtitle)), 'OK'),
    'Input.SendText': ({ text: typed }) => (seen.typed.push(typed), 'OK'),
  }

  return { seen, fetched, does, isShown, positionMs, move, turn, subtitles: () => added }
}

export async function openTestKodi(lies: KodiLies = {}) {
  const { does, isShown, ...kodi } = createKodi(lies)
  const { seen } = kodi
  const calls: string[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { username = '', password = '' } = lies
    const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    if (password !== '' && request.headers.authorization !== login) return void response.writeHead(401).end()
    if (lies.says !== undefined) return void response.end(lies.says)
    const { id, method, params }: { id: number; method: string; params: Params } = JSON.parse(await text(request))
    calls.push(method)
    const send = (body: object) => response.end(JSON.stringify({ id, jsonrpc: '2.0', ...body }))
    const key = /^Input\.(Up|Down|Left|Right|Select|Back|Home)$/.exec(method)?.[1]
    if (key) {
      seen.keys.push(key)
      return void send({ result: 'OK' })
    }
    const work = lies.refuses?.includes(method) ? undefined : does[method]
    if (!work) return void send({ error: { code: noMethod, message: 'Method not found.' } })
    const needsPlayer = method.startsWith('Player.') && !['Player.Open', 'Player.GetActivePlayers'].includes(method)
    if (needsPlayer && !isShown()) return void send({ error: { code: failed, message: 'Failed to execute method.' } })
    send({ result: work(params) })
  }

  const server = http.createServer((request, response) => {
    if (lies.isSilent) return
    if (lies.isEndless) return pourInto(response)
    answer(request, response).catch(() => response.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    ...kodi,
    lies,
    calls,
    port,
    /** The plug is pulled. */
    async off(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    /** It starts anew, and has no film. */
    async on(): Promise<void> {
      Object.assign(seen, { file: '', state: 'stopped' })
      await listen(port)
    },
  }
}

function pourInto(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16 * 1024, 'x')));
  }
  response.on('drain', more)
  more()
}

const service = '_xbmc-jsonrpc-h._tcp'

/** An answer as Avahi writes it, where names refer to each other. */
export function announcement(name: string, port: number): Buffer {
  const bytes = Buffer.from(name)
  // The name of the service is that of the question, which begins at byte 12.
  const question = questionFor(service).subarray(12)
  const head = Buffer.from([0, 0, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 1])
  const instance = Buffer.concat([Buffer.from([bytes.length]), bytes, Buffer.from([0xc0, 12])])
  const record = (owner: Buffer, type: number, data: Buffer) => {
    const fixed = Buffer.from([0, type, 0, 1, 0, 0, 0, 10, 0, data.length])
    return Buffer.concat([owner, fixed, data])
  }
  const pointer = record(Buffer.from([0xc0, 12]), 12, instance)
  const clock = Buffer.from([0, 0, 0, 0, port >> 8, port & 0xff, 0])
  return Buffer.concat([head, question, pointer, record(instance, 33, clock)])
}

/** Answers searches for Kodis with these packets. port: where to search. */
export async function openKodiHouse(packets: () => readonly Buffer[]) {
  const socket = dgram.createSocket('udp4')
  socket.on('message', (packet, { port, address }) => {
    if (!packet.equals(questionFor(service))) return
    for (const one of packets()) socket.send(one, port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, stop: () => void socket.close() }
}
