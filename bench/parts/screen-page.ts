/** A TV page for a bench, without a browser: admitted by its digits, it takes what it is sent and reads sources as a player does. */
import { type Ability, type SentByScreen, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { WebSocket, type RawData } from 'ws'

type Load = Extract<ToScreen, { kind: 'load' }>
export type BenchPage = Awaited<ReturnType<typeof openBenchPage>>

const can: Ability[] = ['mp4', 'mkv', 'webm', 'h264', 'aac', 'mp3', 'mse']

/** admit: gives the box the page's four digits; its result is the screen's id. */
export async function openBenchPage(url: string, admit: (digits: string) => Promise<string>) {
  const first = await openPage(url, '')
  const { digits } = await first.next('face', ({ digits }) => digits !== '')
  const screen_id = await admit(digits)
  await first.next('admitted')
  first.close()
  const page = await openPage(url, first.cookie)
  await page.next('face', ({ face }) => face === 'inside')
  const get = (source: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/${source}`, { headers: { cookie: page.cookie, ...headers } })
  return {
    ...page,
    screen_id,
    get,
    playing: ({ play_id, seq }: Load, point: number) =>
      page.send({ kind: 'report', play_id, seq, state: 'playing', point, volume: 100, sound: 'on' }),
  }
}

async function openPage(url: string, cookie: string) {
  const answer = await fetch(url, { headers: { cookie } })
  const ownCookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie: ownCookie, origin: url } })
  const messages: ToScreen[] = []
  let wake = () => {}
  socket.on('message', (data: RawData) => {
    messages.push(ToScreen.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')))
    wake()
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (message: SentByScreen) => socket.send(JSON.stringify(message))
  send({ kind: 'hello', key: '', can, playing: null })
  return {
    cookie: ownCookie,
    send,
    close: () => socket.close(),
    /** The next message of this kind; what came before it is gone. */
    async next<K extends ToScreen['kind']>(kind: K, fits: (one: Extract<ToScreen, { kind: K }>) => boolean = () => true) {
      for (;;) {
        const message = messages.shift()
        const isOfKind = (one: ToScreen): one is Extract<ToScreen, { kind: K }> => one.kind === kind
        if (message && isOfKind(message) && fits(message)) return message
        if (!message) await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Reads until the first whole fragment of an mp4 is here, or so many bytes of a file. */
export async function readBeginning(answer: Response, fileBytes: number): Promise<void> {
  const reader = answer.body?.getReader()
  let bytes = Buffer.alloc(0)
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (value) bytes = Buffer.concat([bytes, value])
    if (done || (fileBytes > 0 ? bytes.length >= fileBytes : hasFragment(bytes))) break
  }
  await reader?.cancel()
}

function hasFragment(bytes: Buffer): boolean {
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at)))
    if (bytes.toString('latin1', at + 4, at + 8) === 'mdat') return at + bytes.readUInt32BE(at) <= bytes.length
  return false
}
