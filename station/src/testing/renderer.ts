/** For tests: DLNA renderers of a small house, over real sockets. They fetch what they are given, and can lie as the TVs of the world do. */
import dgram from 'node:dgram'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseXml } from '../kit/xml/parse-xml.ts'
import { elementNamed, escapeXml } from '../screen/dlna/upnp.ts'
import { timeMs, timeText } from '../screen/dlna/time-text.ts'

export const plainSink = 'http-get:*:video/mp4:*,http-get:*:video/x-matroska:*,http-get:*:application/x-subrip:*'

/** position: how it tells where it is. faults: actions that it refuses, with the code. */
export type Lies = {
  position?: 'true' | 'zero' | (string & {})
  faults?: Record<string, number>
  /** It takes connections and answers nothing. */
  isSilent?: boolean
  /** Each answer goes on for ever. */
  isEndless?: boolean
  sink?: string
  udn?: string
  name?: string
  /** Another host in its control addresses. */
  controlHost?: string
  hasRendering?: boolean
}
export type TestRenderer = Awaited<ReturnType<typeof openTestRenderer>>

const services = ['AVTransport', 'RenderingControl', 'ConnectionManager']

function descriptionOf({ name = 'Bedroom TV', udn = 'uuid:bedroom', controlHost = '', hasRendering = true }: Lies): string {
  const offered = services.filter((service) => hasRendering || service !== 'RenderingControl')
  const list = offered.map(
    (service) =>
      `<service><serviceType>urn:schemas-upnp-org:service:${service}:1</serviceType><controlURL>${controlHost}/control/${service}</controlURL></service>`,
  )
  return `<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType><friendlyName>${escapeXml(name)}</friendlyName><UDN>${udn}</UDN><serviceList>${list.join('')}</serviceList></device></root>`
}

export async function openTestRenderer(lies: Lies = {}) {
  const seen = { state: 'NO_MEDIA_PRESENT', uri: '', metadata: '', volume: 40, isMuted: false }
  const clock = { ms: 0, at: 0 }
  const actions: string[] = []
  const fetched: { status: number; headers: Headers; bytes: number }[] = []
  const positionMs = () => clock.ms + (seen.state === 'PLAYING' ? performance.now() - clock.at : 0)
  const move = (ms: number) => Object.assign(clock, { ms, at: performance.now() })
  const turn = (state: string) => {
    move(positionMs())
    seen.state = state
  }

  /** As a TV does it: the beginning, and what the server says of it. */
  async function fetchFilm(): Promise<void> {
    const response = await fetch(seen.uri, {
      headers: { range: 'bytes=0-', 'getcontentFeatures.dlna.org': '1', 'transferMode.dlna.org': 'Streaming' },
    })
    const first = await response.body?.getReader().read()
    fetched.push({ status: response.status, headers: response.headers, bytes: first?.value?.length ?? 0 })
  }

  const does: Record<string, (values: Map<string, string>) => Record<string, string> | Promise<Record<string, string>>> = {
    GetProtocolInfo: () => ({ Source: '', Sink: lies.sink ?? plainSink }),
    async SetAVTransportURI(values) {
      Object.assign(seen, {
        uri: values.get('currenturi') ?? '',
        metadata: values.get('currenturimetadata') ?? '',
        state: 'STOPPED',
      })
      move(0)
      return {}
    },
    async Play() {
      if (seen.state === 'STOPPED') await fetchFilm()
      turn('PLAYING')
      return {}
    },
    Pause: () => (turn('PAUSED_PLAYBACK'), {}),
    Stop: () => (turn('STOPPED'), move(0), {}),
    Seek: (values) => (move(timeMs(values.get('target')) ?? 0), {}),
    GetTransportInfo: () => ({ CurrentTransportState: seen.state, CurrentTransportStatus: 'OK', CurrentSpeed: '1' }),
    GetPositionInfo: () => ({
      TrackDuration: '0:00:00',
      TrackURI: seen.uri,
      RelTime: positionText(lies.position ?? 'true', positionMs()),
    }),
    GetVolume: () => ({ CurrentVolume: String(seen.volume) }),
    SetVolume: (values) => ((seen.volume = Number(values.get('desiredvolume'))), {}),
    GetMute: () => ({ CurrentMute: seen.isMuted ? '1' : '0' }),
    SetMute: (values) => ((seen.isMuted = values.get('desiredmute') === '1'), {}),
  }

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = /#(\w+)/.exec(String(request.headers.soapaction))?.[1] ?? ''
    const call = elementNamed(parseXml(await text(request)).elements, action.toLowerCase())
    actions.push(action)
    const code = lies.faults?.[action] ?? (does[action] ? 0 : 401)
    if (code > 0) return send(response, 500, faultOf(code))
    const values = await does[action]?.(new Map(call?.children.map((child) => [child.name, child.text])))
    const inner = Object.entries(values ?? {}).map(([key, value]) => `<${key}>${escapeXml(value)}</${key}>`)
    send(
      response,
      200,
      `<u:${action}Response xmlns:u="urn:schemas-upnp-org:service:AVTransport:1">${inner.join('')}</u:${action}Response>`,
    )
  }

  const server = http.createServer((request, response) => {
    if (lies.isSilent) return
    // As libupnp does, which is in most TVs: the connection ends, though the answer does not say so.
    response.setHeader('connection', 'keep-alive')
    response.on('finish', () => request.socket.end())
    if (lies.isEndless) return pourInto(response)
    if (request.url === '/description.xml') return void response.end(descriptionOf(lies))
    control(request, response).catch(() => response.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    lies,
    seen,
    actions,
    fetched,
    location: `http://127.0.0.1:${port}/description.xml`,
    positionMs,
    move,
    /** Somebody presses a key of the TV's own remote, or the film ends. */
    turn,
    /** The plug is pulled. */
    async off(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    on: () => listen(port),
  }
}

function positionText(how: string, ms: number): string {
  return how === 'true' ? timeText(ms) : how === 'zero' ? '0:00:00' : how
}

function send(response: ServerResponse, status: number, body: string): void {
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`
  response.writeHead(status, { 'content-type': 'text/xml; charset="utf-8"' }).end(envelope)
}

function faultOf(code: number): string {
  return `<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail><UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>${code}</errorCode></UPnPError></detail></s:Fault>`
}

function pourInto(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16 * 1024, 'x')));
  }
  response.on('drain', more)
  more()
}

/** Answers searches for the renderers that are there now. port: where to search. */
export async function openTestHouse(locations: () => readonly string[]) {
  const socket = dgram.createSocket('udp4')
  let searches = 0
  socket.on('message', (packet, { port, address }) => {
    // As libupnp does: a search that names no group is none.
    if (!/^M-SEARCH[^]*\r\nHOST: 239\.255\.255\.250:1900\r\n/.test(packet.toString())) return
    searches += 1
    const type = 'urn:schemas-upnp-org:device:MediaRenderer:1'
    for (const location of locations())
      socket.send(
        ['HTTP/1.1 200 OK', `LOCATION: ${location}`, `ST: ${type}`, `USN: uuid:x::${type}`, '', ''].join('\r\n'),
        port,
        address,
      )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, searches: () => searches, stop: () => void socket.close() }
}
